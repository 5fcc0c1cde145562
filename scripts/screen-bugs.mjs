/**
 * `to` contains the bug behind `hasBug("<its name>")`, or in a style sheet behind `[data-screen-bug="<its name>"]`, so
 * that one build holds all of them (put-in-screen-bugs.mjs). `tests` names the tests that should find it.
 * @typedef {import("./put-in-screen-bugs.mjs").ScreenPatch & { group: BugGroup, specs: string[], tests?: string }} ScreenBug
 *
 * What is wrong: a condition or a text; a handler, a prop, or a permission that isn't passed on; something stale or not
 * kept; layout, focus, scrolling, or timing.
 * @typedef {"logic" | "wiring" | "state" | "measurement"} BugGroup
 */

/**
 * Bugs that the screens had or could have, by the browser tests that find them (`npm run screen-bugs`).
 * @type {Record<string, ScreenBug>}
 */
export const SCREEN_BUGS = {
  // Escape closes the dialog with the secret that is shown once.
  "secret-lost-to-escape": {
    group: "wiring",
    specs: ["alerts"],
    file: "components/alerts/secret-dialog.tsx",
    from: "isDismissible={false}",
    to: 'isDismissible={hasBug("secret-lost-to-escape")}',
  },
  // A doesn't lead to the Approve button.
  "approve-key-dead": {
    group: "wiring",
    specs: ["approvals"],
    tests: "is declined with a sentence, by keyboard",
    file: "components/approvals/decision-fields.tsx",
    from: "    approveButton.current?.focus(),",
    to: '    hasBug("approve-key-dead") ? undefined : approveButton.current?.focus(),',
  },
  // The dialog doesn't ask for a reason.
  "dismissed-without-reason": {
    group: "logic",
    specs: ["attention"],
    tests: "keeps the item until a reason",
    file: "components/overview/dismiss-dialog.tsx",
    from: 'if (length === 0) return "Enter a reason.";',
    to: 'if (length === 0 && !hasBug("dismissed-without-reason")) return "Enter a reason.";',
  },
  // A colleague's action appears in the audit log after a reload only.
  "audit-log-not-live": {
    group: "state",
    specs: ["audit", "two-instances"],
    tests: "shows a colleague's action without a reload|two instances on one PostgreSQL",
    file: "app/(dashboard)/audit/page.tsx",
    from: 'topics={[...auditList.topics, "views"]}',
    to: 'topics={hasBug("audit-log-not-live") ? ["views"] : [...auditList.topics, "views"]}',
  },
  // A dialog opens with the focus on its Close button.
  "dialog-focus-on-close": {
    group: "measurement",
    specs: ["block"],
    tests: "blocks with the keyboard only",
    file: "components/ui/popups/dialog.tsx",
    from: 'if (interaction === "touch") return true;',
    to: 'if (interaction === "touch" || hasBug("dialog-focus-on-close")) return true;',
  },
  // With three digits, the dialog asks for "1 more digits".
  "block-digits-miscounted": {
    group: "logic",
    specs: ["block"],
    tests: "requires the last four digits and a reason",
    file: "components/cards/block/block-dialog.tsx",
    from: 'return missing === 1 ? "Enter 1 more digit."',
    to: 'return missing === 1 && !hasBug("block-digits-miscounted") ? "Enter 1 more digit."',
  },
  // Shift selects one row instead of those in between.
  "shift-selects-one": {
    group: "wiring",
    specs: ["bulk"],
    tests: "support freezes the cards that it chose by keyboard",
    file: "components/data-table/data-table.tsx",
    from: "const isRange = (nativeEvent as MouseEvent).shiftKey === true;",
    to: 'const isRange = (nativeEvent as MouseEvent).shiftKey === true && !hasBug("shift-selects-one");',
  },
  // A template replaces what was typed without a question.
  "template-replaces-silently": {
    group: "logic",
    specs: ["card-templates"],
    tests: "what was typed is replaced only after saying so",
    file: "components/cards/create-wizard/template-dialog.tsx",
    from: "if (plan.replaced.length > 0) show(",
    to: 'if (plan.replaced.length > 0 && !hasBug("template-replaces-silently")) show(',
  },
  // A card's page doesn't show what a colleague does.
  "card-page-not-live": {
    group: "state",
    specs: ["card"],
    tests: "shows a colleague's actions without a reload",
    file: "app/(dashboard)/cards/[cardId]/page.tsx",
    from: "topics={[...topics,",
    to: 'topics={hasBug("card-page-not-live") ? [] : [...topics,',
  },
  // Back from a card leads to the list, but not to the row.
  "back-loses-the-row": {
    group: "measurement",
    specs: ["cards"],
    tests: "Back from a card returns to the same row",
    file: "lib/client/return-to-place.ts",
    from: "if (focused && document.activeElement === document.body)",
    to: 'if (focused && document.activeElement === document.body && !hasBug("back-loses-the-row"))',
  },
  // What was read to the caller stays after a colleague has undone it.
  "undone-freeze-still-read-out": {
    group: "state",
    specs: ["concurrent-changes"],
    tests: "a freeze that a colleague undid is no longer shown",
    file: "lib/client/use-freeze-card.ts",
    from: "&& isSuperseded(confirmed, latest))",
    to: '&& isSuperseded(confirmed, latest) && !hasBug("undone-freeze-still-read-out"))',
  },
  // Who confirms that it is them must send the form again.
  "confirmed-but-not-sent": {
    group: "wiring",
    specs: ["confirm-identity"],
    tests: "after ten minutes the password is asked, once",
    file: "lib/client/send-action.ts",
    from: "(result.error.confirmWith ?? []))) return result;",
    to: '(result.error.confirmWith ?? [])) || hasBug("confirmed-but-not-sent")) return result;',
  },
  // After Page Up, the focus is no longer in the grid.
  "month-change-loses-place": {
    group: "measurement",
    specs: ["coverage"],
    tests: "moves through the grid and the months by keyboard",
    file: "components/reports/coverage/coverage-calendar.tsx",
    from: "    rememberPlace(place);",
    to: '    if (!hasBug("month-change-loses-place")) rememberPlace(place);',
  },
  // Hints are too pale to read.
  "pale-hints": {
    group: "measurement",
    specs: ["create-card-accessibility"],
    tests: "every step for a .*consumer.* is accessible",
    file: "app/globals.css",
    from: "/* The person's theme overrides the system's. */",
    to: "[data-screen-bug=\"pale-hints\"] {\n  --ink-2: light-dark(#a9a49a, #6b675f);\n}\n\n/* The person's theme overrides the system's. */",
  },
  // After a rejection, the field that the issuer named doesn't get the focus.
  "rejected-field-unfocused": {
    group: "measurement",
    specs: ["create-card-outcomes"],
    tests: "rejection at the field that it names",
    file: "components/cards/create-wizard/create-wizard.tsx",
    from: "focusTarget.current = { field: first.name };",
    to: 'focusTarget.current = hasBug("rejected-field-unfocused") ? null : { field: first.name };',
  },
  // What was typed before the page was interactive is gone.
  "early-typing-lost": {
    group: "measurement",
    specs: ["create-card-steps"],
    tests: "keeps what is typed before hydration",
    file: "components/cards/create-wizard/use-typing-before-hydration.ts",
    from: "if (!typed.current) return;",
    to: 'if (!typed.current || hasBug("early-typing-lost")) return;',
  },
  // A design that is out of stock can be submitted.
  "out-of-stock-submitted": {
    group: "logic",
    specs: ["create-card"],
    tests: "a design that is out of stock is shown",
    file: "components/cards/create-wizard/create-wizard.tsx",
    from: 'if (step === "card" && design && !design.stock) {',
    to: 'if (step === "card" && design && !design.stock && !hasBug("out-of-stock-submitted")) {',
  },
  // A note doesn't say who wrote it.
  "note-without-author": {
    group: "logic",
    specs: ["customer"],
    tests: "shows notes with their author",
    file: "components/notes/note-list.tsx",
    from: "{person}</span>,",
    to: '{hasBug("note-without-author") ? "" : person}</span>,',
  },
  // A design that is out of stock is offered for a new card.
  "issue-without-stock": {
    group: "logic",
    specs: ["designs"],
    tests: "offers to issue only designs in stock",
    file: "app/(dashboard)/designs/[designId]/page.tsx",
    from: "design.stock && (",
    to: '(design.stock || hasBug("issue-without-stock")) && (',
  },
  // Differences can be cleared although there are none.
  "clear-without-differences": {
    group: "logic",
    specs: ["drift"],
    file: "components/settings/issuer-drift.tsx",
    from: "differences.length > 0 && (",
    to: '(differences.length > 0 || hasBug("clear-without-differences")) && (',
  },
  // Keys pressed while a dialog's code loads are lost.
  "early-keys-lost": {
    group: "measurement",
    specs: ["early-keys"],
    tests: "early keys reach .*an invitation",
    file: "components/ui/popups/popup-boundary.tsx",
    from: "    return bufferKeys({",
    to: '    if (hasBug("early-keys-lost")) return;\n    return bufferKeys({',
  },
  // Back shows the list as it was, although it has changed in the meantime.
  "back-shows-old-list": {
    group: "state",
    specs: ["event-stream"],
    tests: "a page shown again with Back",
    file: "lib/client/event-stream.ts",
    from: "of since === undefined ? recentChanges()",
    to: 'of since === undefined || hasBug("back-shows-old-list") ? recentChanges()',
  },
  // The order of the exceptions is another one with the next visit.
  "order-forgotten": {
    group: "state",
    specs: ["exceptions"],
    tests: "the order is remembered",
    file: "components/data-table/data-table.tsx",
    from: "props.isSortRemembered ?",
    to: 'props.isSortRemembered && !hasBug("order-forgotten") ?',
  },
  // "Cancel export" does nothing.
  "export-goes-on": {
    group: "wiring",
    specs: ["export"],
    tests: "reads all pages of the issuer, shows progress",
    file: "components/data-table/export-button.tsx",
    from: "onClick={() => runningExport.current?.abort()}",
    to: 'onClick={() => hasBug("export-goes-on") || runningExport.current?.abort()}',
  },
  // A second factor is offered although it is off for the role.
  "factor-offered-where-off": {
    group: "logic",
    specs: ["factor-policy"],
    tests: "no second factor can be added where it is off",
    file: "app/(dashboard)/settings/security/page.tsx",
    from: 'const canAdd = rule !== "off";',
    to: 'const canAdd = rule !== "off" || hasBug("factor-offered-where-off");',
  },
  // Keys reach the page behind an open dialog.
  "shortcuts-behind-dialog": {
    group: "wiring",
    specs: ["fast-typing"],
    tests: "no shortcut of the page works",
    file: "lib/client/shortcuts.ts",
    from: "if (target?.closest(OVERLAY) || document.querySelector(MODAL)) return;",
    to: 'if (target?.closest(OVERLAY) || (document.querySelector(MODAL) && !hasBug("shortcuts-behind-dialog"))) return;',
  },
  // A card is read every ten seconds as long as its page is open.
  "polls-forever": {
    group: "state",
    specs: ["freeze-outcome"],
    tests: "polls a card only while its freeze confirmation",
    file: "lib/client/use-card-status.ts",
    from: "Date.now() < polledUntil.current && POLL_INTERVAL_MS",
    to: '(hasBug("polls-forever") || Date.now() < polledUntil.current) && POLL_INTERVAL_MS',
  },
  // The sign-in page doesn't say why the session ended.
  "session-end-unexplained": {
    group: "logic",
    specs: ["idle"],
    tests: "ends the session after 30 idle minutes",
    file: "app/(auth)/login/page.tsx",
    from: "{sessionEnd && <Callout",
    to: '{sessionEnd && !hasBug("session-end-unexplained") && <Callout',
  },
  // The chosen columns aren't suggested for the next file with the same header.
  "columns-forgotten": {
    group: "state",
    specs: ["issue-file"],
    tests: "asks how dates are written, and remembers the columns",
    file: "components/runs/issue/remembered-columns.ts",
    from: "  const others = read().filter(",
    to: '  if (hasBug("columns-forgotten")) return;\n  const others = read().filter(',
  },
  // A customer ID that couldn't be checked counts as unknown to the issuer.
  "failed-check-counts-as-clean": {
    group: "logic",
    specs: ["issue-warnings"],
    tests: "be checked, and can check it again",
    file: "components/cards/create-wizard/use-issue-prompt.tsx",
    from: 'found ? found.known : "unchecked"',
    to: 'found ? found.known : hasBug("failed-check-counts-as-clean") ? null : "unchecked"',
  },
  // The chosen theme is gone after a reload.
  "theme-forgotten": {
    group: "state",
    specs: ["look"],
    tests: "keeps the chosen theme",
    file: "lib/client/theme.ts",
    from: "savePreference(THEME_COOKIE, theme);",
    to: 'if (!hasBug("theme-forgotten")) savePreference(THEME_COOKIE, theme);',
  },
  // After a failed freeze, Enter doesn't try again.
  "retry-unfocused": {
    group: "measurement",
    specs: ["lost-card"],
    tests: "reports that the issuer is down, and retries with one key",
    file: "components/palette/freeze-flow.tsx",
    from: "(retry ?? panel.current)?.focus();",
    to: '(hasBug("retry-unfocused") ? panel.current : (retry ?? panel.current))?.focus();',
  },
  // The admin who requested the removal of factors is asked to confirm it, too.
  "own-request-confirmable": {
    group: "wiring",
    specs: ["lost-factors"],
    tests: "with a second admin",
    file: "components/settings/recoveries.tsx",
    from: "{canConfirm && (",
    to: '{(canConfirm || hasBug("own-request-confirmable")) && (',
  },
  // A dialog that is opened again shows the error of the last time.
  "old-error-in-new-dialog": {
    group: "state",
    specs: ["lost-responses"],
    tests: "a dialog that is opened again",
    file: "lib/client/use-action.ts",
    from: 'if (error?.code !== "unknown-outcome") setError(null);',
    to: 'if (error?.code !== "unknown-outcome" && !hasBug("old-error-in-new-dialog")) setError(null);',
  },
  // The preview of an email replaces the page.
  "preview-replaces-page": {
    group: "wiring",
    specs: ["mail"],
    tests: "an admin sends a test email",
    file: "components/mail/mail-previews.tsx",
    from: 'target="_blank"',
    to: 'target={hasBug("preview-replaces-page") ? "_self" : "_blank"}',
  },
  // A click in the menu shows nothing until the page has loaded.
  "click-shown-late": {
    group: "measurement",
    specs: ["navigation"],
    tests: "shows a navigation click immediately",
    file: "components/layout/navigation-list.tsx",
    from: "isCurrentPage(href, pendingPath ?? pathname)",
    to: 'isCurrentPage(href, hasBug("click-shown-late") ? pathname : (pendingPath ?? pathname))',
  },
  // Every page loads the code of the search.
  "search-loaded-at-once": {
    group: "measurement",
    specs: ["weight", "palette"],
    tests: "the scripts of .*/cards.* weigh|loads its code only when it is opened",
    file: "components/palette/palette-box.tsx",
    from: "  useEffect(() => addRecentItem(pathname), [pathname]);",
    to: '  useEffect(() => {\n    if (hasBug("search-loaded-at-once")) preload();\n  }, []);\n  useEffect(() => addRecentItem(pathname), [pathname]);',
  },
  // The next step of a dialog begins where the last one was scrolled to.
  "step-keeps-scroll": {
    group: "measurement",
    specs: ["reissue"],
    tests: "each step opens scrolled to the top",
    file: "components/ui/popups/dialog.tsx",
    from: "key={step}",
    to: 'key={hasBug("step-keeps-scroll") ? undefined : step}',
  },
  // The chosen day can't be read while the pointer is on it.
  "chosen-day-fades": {
    group: "measurement",
    specs: ["reports"],
    tests: "keeps the selected day highlighted on hover",
    file: "components/ui/fields/calendar-style.ts",
    from: '"[&>button]:bg-accent [&>button]:text-accent-ink [&>button:hover]:bg-accent";',
    to: 'hasBug("chosen-day-fades")\n    ? "[&>button]:bg-accent [&>button]:text-accent-ink [&>button:hover]:bg-hover"\n    : "[&>button]:bg-accent [&>button]:text-accent-ink [&>button:hover]:bg-accent";',
  },
  // A declined purchase doesn't say its code.
  "decline-code-missing": {
    group: "logic",
    specs: ["sandbox-page"],
    tests: "makes a purchase and shows the issuer",
    file: "components/sandbox/purchase-form.tsx",
    from: 'approved ? "Approved" :',
    to: 'approved ? "Approved" : hasBug("decline-code-missing") ? "Declined" :',
  },
  // A used recovery code is still counted.
  "used-code-counted": {
    group: "logic",
    specs: ["second-factor"],
    tests: "a second factor is asked for after the password",
    file: "app/(dashboard)/settings/security/page.tsx",
    from: 'countOf(recoveryCodesLeft, "recovery code")',
    to: 'countOf(hasBug("used-code-counted") ? 10 : recoveryCodesLeft, "recovery code")',
  },
  // A live dashboard shows the demo logins.
  "demo-logins-when-live": {
    group: "logic",
    specs: ["secrets"],
    tests: "a live dashboard has no demo logins",
    file: "app/(auth)/login/page.tsx",
    from: 'demo={mode === "sandbox" &&',
    to: 'demo={(mode === "sandbox" || hasBug("demo-logins-when-live")) &&',
  },
  // An ended session stays in the list.
  "ended-session-stays-listed": {
    group: "state",
    specs: ["sessions"],
    tests: "an admin ends the sessions of a person",
    file: "components/settings/sessions-dialog.tsx",
    from: "    await refetch();",
    to: '    if (!hasBug("ended-session-stays-listed")) await refetch();',
  },
  // The browser submits a form before it is interactive, with the password in the URL.
  "password-in-url": {
    group: "measurement",
    specs: ["sign-in"],
    tests: "keeps a password that is submitted before hydration",
    file: "components/ui/buttons/button.tsx",
    from: "disabled={rest.disabled || isBeforeHydration}",
    to: 'disabled={rest.disabled || (isBeforeHydration && !hasBug("password-in-url"))}',
  },
  // A person who has set their password stays on the page of the invitation.
  "welcome-leads-nowhere": {
    group: "wiring",
    specs: ["sign-in-attacks", "sign-in"],
    tests: "lock the owner out of their own browser|invites a person with a one-time link",
    file: "components/auth/welcome-form.tsx",
    from: "    window.location.assign(signInError",
    to: '    if (!hasBug("welcome-leads-nowhere")) window.location.assign(signInError',
  },
  // The sign-in page has fields for a password although passwords are off.
  "password-form-when-off": {
    group: "logic",
    specs: ["single-sign-on"],
    tests: "only the emergency account has a way in",
    file: "app/(auth)/login/page.tsx",
    from: "const hasForm = breakGlassEmail === null ||",
    to: 'const hasForm = hasBug("password-form-when-off") || breakGlassEmail === null ||',
  },
  // A purchase of the old data is still shown after a story has replaced the data.
  "old-purchase-in-new-data": {
    group: "state",
    specs: ["stories"],
    tests: "after a story has replaced the data",
    file: "app/(dashboard)/sandbox/page.tsx",
    from: "<PurchasePanel key={state.data.replacedAt}",
    to: '<PurchasePanel key={hasBug("old-purchase-in-new-data") ? "any" : state.data.replacedAt}',
  },
  // The totals don't follow new transactions.
  "totals-not-live": {
    group: "state",
    specs: ["transaction-totals"],
    tests: "adds up what is filtered",
    file: "components/transactions/transaction-totals.tsx",
    from: 'useTopics(["transactions"],',
    to: 'useTopics(hasBug("totals-not-live") ? [] : ["transactions"],',
  },
  // An opened transaction is empty until the server has responded.
  "panel-waits-for-server": {
    group: "measurement",
    specs: ["transactions"],
    tests: "data without waiting for the server",
    file: "components/transactions/transactions-table.tsx",
    from: "const transaction = row ?? openTransaction",
    to: 'const transaction = (hasBug("panel-waits-for-server") ? null : row) ?? openTransaction',
  },
  // Nothing marks a view that differs from what was saved.
  "change-unmarked": {
    group: "wiring",
    specs: ["views"],
    tests: "a view is saved, changed, reset",
    file: "components/views/view-tab.tsx",
    from: "isChanged={isCurrent && bar.isChanged}",
    to: 'isChanged={isCurrent && bar.isChanged && !hasBug("change-unmarked")}',
  },
  // A delivery appears after a reload only.
  "deliveries-not-live": {
    group: "state",
    specs: ["webhooks"],
    tests: "lists each delivery with its result",
    file: "app/(dashboard)/webhooks/page.tsx",
    from: 'topics={[...webhooksList.topics, "views"]}',
    to: 'topics={hasBug("deliveries-not-live") ? ["views"] : [...webhooksList.topics, "views"]}',
  },
  // A text that goes on after the last field leads to another page.
  "typing-becomes-shortcut": {
    group: "measurement",
    specs: ["fast-typing"],
    tests: "in the wizard, a text that goes on",
    file: "lib/client/shortcuts.ts",
    from: "(target?.closest(FIELD) || isTyping(event))) return;",
    to: '(target?.closest(FIELD) || (isTyping(event) && !hasBug("typing-becomes-shortcut")))) return;',
  },
};

/**
 * Spec files that no screen bug can be found by.
 * @type {Record<string, string>}
 */
export const SPECS_WITHOUT_BUG = {
  "access/access": "only HTTP, but for the page of a 403, whose bug was not run yet",
  "access/unstorable-text": "only HTTP: the rule is in lib/queries",
  "bulk-many": "its bug was not run yet",
  compare: "its bug was not run yet",
  headers: "only HTTP, and an injected script: the rule is in proxy.ts",
  "issue-run": "its bug was not run yet",
  kit: "another team's suite, installed from npm, over the page objects of all other specs",
  overview: "its bug was not run yet",
  package: "runs the package in an environment without the switch",
  passkeys: "its bug was not run yet",
  reconciliation: "its bug was not run yet",
  "refused-requests": "only HTTP: the rule is in lib/auth",
  rotation: "its bug was not run yet",
  sandbox: "only the sandbox's API",
  "sandbox-home": "the sandbox's own page, which isn't part of the dashboard's build",
  "settlement-columns": "its bug was not run yet",
  "sign-off": "its bug was not run yet",
  smoke: "its bug was not run yet",
  "static-files": "only HTTP: the files are made by scripts/compress-static-files.mjs",
};
