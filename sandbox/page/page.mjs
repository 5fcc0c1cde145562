// The sandbox's page. It calls the sandbox like any other client, with the key of the chosen world.

/** @import { LoggedRequest } from "@/sandbox/worlds/request-log" */
/** @import { ExampleCall } from "@/sandbox/page/example-calls" */

/** @typedef {{ at: string, status: number | null, error: string | null, durationMs: number }} Attempt */
/** @typedef {{ id: string, createdAt: string, referenceId: string | null, body: string | null, deliveredAt: string | null, nextAttemptAt: string | null, attempts: Attempt[] }} Delivery */
/** @typedef {{ id: number, method?: string, path?: string, times: number, fault: { type: string } }} ActiveFault */
/**
 * @typedef {object} Overview
 * @property {string} name
 * @property {string} scenario
 * @property {number} seed
 * @property {{ name: string, status: string } | null} story the one whose data the world has
 * @property {{ cards: number, transactions: number }} counts
 * @property {{ now: string, offsetSeconds: number }} clock
 * @property {ActiveFault[]} faults
 * @property {{ url: string | null, deliveries: Delivery[] }} webhook
 * @property {ExampleCall[]} examples
 */
/** @typedef {{ oldest: number, last: number, requests: LoggedRequest[] }} NewRequests */

const POLL_MS = 1000;
const STORED_KEY = "cardwell-sandbox-key";
const API_KEY_HEADER = "x-payments-api-key";

const publicKey = document.body.dataset.key ?? "";
const keyField = /** @type {HTMLInputElement} */ (byId("key"));

let key = sessionStorage.getItem(STORED_KEY) ?? publicKey;
/** @type {LoggedRequest[]} the newest first */
let requests = [];
let lastNumber = 0;
/** Only the response to the last one is shown. */
let polls = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {string} tag
 * @param {{ [attribute: string]: string }} attributes
 * @param {(Node | string | null)[]} children texts are never parsed as HTML
 */
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** @type {WeakMap<Element, string>} */
const shownVersions = new WeakMap();

/**
 * Touches only what has changed, so that open rows stay open and the focus stays where it is.
 * @template Item
 * @param {HTMLElement} list
 * @param {Item[]} items
 * @param {{ id: (item: Item) => string, version: (item: Item) => string, render: (item: Item) => HTMLElement }} how
 */
function updateList(list, items, { id, version, render }) {
  const shown = new Map([...list.children].map((row) => [/** @type {HTMLElement} */ (row).dataset.id, row]));
  for (const [index, item] of items.entries()) {
    const previous = shown.get(id(item));
    shown.delete(id(item));
    const row = previous && shownVersions.get(previous) === version(item) ? previous : render(item);
    if (row !== previous) {
      row.setAttribute("data-id", id(item));
      shownVersions.set(row, version(item));
      if (previous) replaceRow(previous, row);
    }
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
  }
  for (const row of shown.values()) row.remove();
}

/**
 * @param {Element} previous
 * @param {Element} row
 */
function replaceRow(previous, row) {
  const isOpen = previous.querySelector("details")?.open ?? false;
  const focused = previous.contains(document.activeElement) ? document.activeElement?.tagName : null;
  const details = row.querySelector("details");
  if (details) details.open = isOpen;
  previous.replaceWith(row);
  if (focused) /** @type {HTMLElement | null} */ (row.querySelector(focused))?.focus();
}

/**
 * @param {string} method
 * @param {string} path
 */
function call(method, path) {
  return fetch(path, { method, headers: { [API_KEY_HEADER]: key } });
}

async function update() {
  clearTimeout(timer);
  polls += 1;
  const poll = polls;
  if (key === "" || document.hidden) return;
  try {
    const [overview, since] = await Promise.all([
      call("GET", "/sandbox/overview"),
      call("GET", `/sandbox/requests?after=${lastNumber}`),
    ]);
    if (overview.status === 401) {
      if (poll === polls) rejectKey();
      return;
    }
    if (!overview.ok || !since.ok) throw new Error(`The sandbox responded with ${overview.status}`);
    /** @type {[Overview, NewRequests]} */
    const [world, news] = await Promise.all([overview.json(), since.json()]);
    if (poll !== polls) return;
    showConnection("live", "Live");
    showWorld(world);
    showRequests(news);
  } catch {
    if (poll === polls) showConnection("lost", "Not reachable. Retrying…");
  }
  if (poll === polls) timer = setTimeout(update, POLL_MS);
}

/** @param {string} chosen */
function openWorld(chosen) {
  key = chosen;
  lastNumber = 0;
  requests = [];
  byId("requests").replaceChildren();
  if (key === "") return rejectKey("Enter a key.");
  showKeyError("");
  sessionStorage.setItem(STORED_KEY, key);
  return update();
}

function rejectKey(
  message = publicKey
    ? `Not a valid key. Use ${publicKey} or sk_sandbox_<name>, in lowercase.`
    : "Not a valid key.",
) {
  sessionStorage.removeItem(STORED_KEY);
  polls += 1;
  clearTimeout(timer);
  byId("contents").hidden = true;
  byId("facts").replaceChildren();
  showConnection("waiting", "Not connected");
  showKeyError(message);
  keyField.focus();
}

/** @param {string} message */
function showKeyError(message) {
  byId("key-error").textContent = message;
  keyField.setAttribute("aria-invalid", String(message !== ""));
}

/**
 * @param {"live" | "lost" | "waiting"} state
 * @param {string} text
 */
function showConnection(state, text) {
  const connection = byId("connection");
  if (connection.textContent !== text) connection.textContent = text;
  connection.dataset.state = state;
}

/** @param {Overview} world */
function showWorld({ name, scenario, seed, story, counts, clock, faults, webhook, examples }) {
  byId("contents").hidden = false;
  showFacts({
    World: name,
    ...(story && { Story: `${story.name}, ${story.status}` }),
    Scenario: `${scenario}, seed ${seed}`,
    Cards: counts.cards.toLocaleString("en"),
    Transactions: counts.transactions.toLocaleString("en"),
    Clock: `${clock.now.slice(0, 19).replace("T", " ")} UTC${describeOffset(clock.offsetSeconds)}`,
  });
  const asJson = (/** @type {unknown} */ item) => JSON.stringify(item);
  updateList(byId("calls"), examples, {
    id: (example) => example.name,
    version: (example) => asJson([example, key]),
    render: renderExample,
  });
  byId("webhook-address").textContent = webhook.url
    ? `Sent to ${webhook.url}`
    : "Kept until you set an address with PUT /sandbox/webhook";
  updateList(byId("webhooks"), webhook.deliveries, {
    id: (delivery) => delivery.id,
    version: asJson,
    render: renderDelivery,
  });
  updateList(byId("faults"), faults, {
    id: (fault) => String(fault.id),
    version: asJson,
    render: renderFault,
  });
}

/** @param {{ [name: string]: string }} facts */
function showFacts(facts) {
  const rows = Object.entries(facts).flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, value),
  ]);
  byId("facts").replaceChildren(...rows);
}

/** @param {number} seconds */
function describeOffset(seconds) {
  if (seconds === 0) return "";
  const [days, hours, minutes] = [86_400, 3600, 60].map((unit, index, units) =>
    Math.floor((index === 0 ? Math.abs(seconds) : Math.abs(seconds) % (units[index - 1] ?? 1)) / unit),
  );
  const parts = [days && `${days} d`, hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean);
  return `, ${parts.join(" ") || `${Math.abs(seconds)} s`} ${seconds > 0 ? "ahead" : "behind"}`;
}

/** @param {NewRequests} news */
function showRequests({ oldest, last, requests: added }) {
  // The sandbox was restarted and counts from one again.
  if (last < lastNumber) {
    lastNumber = 0;
    requests = [];
    return;
  }
  lastNumber = last;
  const kept = requests.filter(({ number }) => number >= oldest);
  if (added.length === 0 && kept.length === requests.length) return;
  requests = [...added.toReversed(), ...kept];
  updateList(byId("requests"), requests, {
    id: ({ number }) => String(number),
    version: ({ at }) => at,
    render: renderRequest,
  });
}

/** @param {LoggedRequest} request */
function renderRequest({ at, method, path, status, durationMs, fault, changes, requestBody, responseBody }) {
  const [first, ...others] = changes;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return element(
    "li",
    first === undefined ? {} : { "data-changes": "" },
    element(
      "details",
      {},
      element(
        "summary",
        {},
        element("span", { class: "method" }, method),
        element("span", { class: "path" }, path),
        element(
          "span",
          { class: "outcome" },
          fault === null ? null : badge("cold", `Fault: ${fault}`),
          badge(statusTone(status), status === null ? "Dropped" : String(status)),
          element("span", { class: "quiet" }, `${durationMs} ms`),
          renderTime(at),
        ),
        first === undefined ? null : element("span", { class: "change" }, first + more),
      ),
      element(
        "div",
        { class: "detail" },
        element("h3", {}, "Changes"),
        changes.length > 0
          ? element("ul", {}, ...changes.map((change) => element("li", {}, change)))
          : element("p", { class: "quiet" }, "None"),
        ...renderBody("Request body", requestBody),
        ...renderBody(status === null ? "Response body, not sent" : "Response body", responseBody),
      ),
    ),
  );
}

/** @param {number | null} status */
function statusTone(status) {
  if (status === null || status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}

/**
 * @param {string} tone
 * @param {string} text
 */
function badge(tone, text) {
  return element("span", { class: `badge ${tone}` }, text);
}

/** @param {string} instant */
function renderTime(instant) {
  const text = new Date(instant).toLocaleTimeString("en", { hourCycle: "h23" });
  return element("time", { class: "quiet", datetime: instant }, text);
}

/**
 * @param {string} name
 * @param {string} body
 */
function renderBody(name, body) {
  if (body === "") return [];
  return [
    element("h3", {}, name),
    element("pre", { tabindex: "0", role: "region", "aria-label": name }, indentJson(body)),
  ];
}

/** @param {string} text */
function indentJson(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {Delivery} delivery */
function renderDelivery({ id, createdAt, body, deliveredAt, nextAttemptAt, attempts }) {
  const state = deliveredAt
    ? badge("good", "Delivered")
    : attempts.length > 0
      ? badge("bad", "Failed")
      : badge("", "Waiting");
  const event = body === null ? "file.ready" : (readEventName(body) ?? "event");
  return element(
    "li",
    {},
    element(
      "details",
      {},
      element(
        "summary",
        {},
        element("span", { class: "name" }, event),
        state,
        element(
          "span",
          { class: "quiet" },
          attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`,
        ),
        renderTime(createdAt),
      ),
      element(
        "div",
        { class: "detail" },
        element("p", { class: "mono" }, id),
        element("h3", {}, "Attempts"),
        element("ol", {}, ...attempts.map(renderAttempt)),
        nextAttemptAt && element("p", { class: "quiet" }, "Next attempt at ", renderTime(nextAttemptAt)),
        ...renderBody("Event", body ?? ""),
      ),
    ),
  );
}

/** @param {string} body */
function readEventName(body) {
  try {
    return String(JSON.parse(body).eventName);
  } catch {
    return null;
  }
}

/** @param {Attempt} attempt */
function renderAttempt({ at, status, error, durationMs }) {
  return element("li", {}, renderTime(at), ` ${status ?? error ?? "no response"}, ${durationMs} ms`);
}

/** @param {ActiveFault} fault */
function renderFault({ method = "Any method", path = "any path", times, fault }) {
  const { type, ...options } = fault;
  const settings = Object.entries(options).map(([name, value]) => `${name} ${value}`);
  return element(
    "li",
    { class: "fault" },
    element("span", { class: "name" }, [type, ...settings].join(", ")),
    element("span", { class: "mono" }, `${method} ${path}`),
    element("span", { class: "quiet" }, times === 1 ? "next call" : `next ${times} calls`),
  );
}

/** @param {ExampleCall} example */
function renderExample(example) {
  const { method, summary, needsCard } = example;
  const text = toCurl(example);
  const command = element(
    "pre",
    { tabindex: "0", role: "region", "aria-label": `Command: ${summary}` },
    text,
  );
  const copy = element("button", { type: "button", "aria-label": `Copy command: ${summary}` }, "Copy");
  copy.addEventListener("click", () => copyText(copy, text));
  return element(
    "li",
    {},
    element(
      "details",
      {},
      element(
        "summary",
        {},
        element("span", { class: "method" }, method),
        element("span", { class: "name" }, summary),
      ),
      element(
        "div",
        { class: "detail" },
        needsCard ? element("p", { class: "quiet" }, "Create a card first, and put in its ID.") : null,
        command,
      ),
    ),
    copy,
  );
}

/** @param {ExampleCall} example */
function toCurl({ method, path, body }) {
  const parts = [
    `curl -s${method === "GET" ? "" : ` -X ${method}`} ${quote(location.origin + path)}`,
    `-H ${quote(`${API_KEY_HEADER}: ${key}`)}`,
  ];
  if (body) parts.push(`-H 'content-type: application/json'`, `-d ${quote(JSON.stringify(body, null, 2))}`);
  return parts.join(" \\\n  ");
}

/** @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * @param {HTMLElement} button
 * @param {string} text
 */
async function copyText(button, text) {
  const label = button.textContent;
  // Without https, browsers have a clipboard only for localhost.
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  byId("announcement").textContent = isCopied ? "Copied" : "Not copied: select the text instead";
  button.textContent = isCopied ? "Copied" : "Not copied";
  setTimeout(() => {
    button.textContent = label;
    byId("announcement").textContent = "";
  }, 1500);
}

byId("key-form").addEventListener("submit", (event) => {
  event.preventDefault();
  openWorld(keyField.value.trim());
});
byId("copy-key").addEventListener("click", ({ currentTarget }) =>
  copyText(/** @type {HTMLElement} */ (currentTarget), keyField.value.trim()),
);
byId("clear-requests").addEventListener("click", async () => {
  await call("DELETE", "/sandbox/requests").catch(() => null);
  update();
});
byId("only-changes").addEventListener("change", ({ currentTarget }) => {
  const { checked } = /** @type {HTMLInputElement} */ (currentTarget);
  byId("requests").classList.toggle("only-changes", checked);
});
document.addEventListener("visibilitychange", update);

byId("key-hint").hidden = publicKey === "";
byId("own-key-hint").hidden = publicKey !== "";
keyField.value = key;
update();
