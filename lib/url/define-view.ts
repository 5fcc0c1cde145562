import type { z } from "zod";
import { changeView, type ViewState, type ViewValue, viewHref } from "./view-href";

/** Each field parses the text of its parameter and returns its default for `undefined`. */
type ViewShape = Record<string, z.ZodType<ViewValue, string | undefined>>;

type ViewOf<Shape extends ViewShape> = { readonly [Name in keyof Shape]: z.output<Shape[Name]> };

/** As Next passes them to a page. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export type View<State extends ViewState> = {
  defaults: State;
  /** Never throws: invalid values are ignored. */
  parse: (searchParams: SearchParams | URLSearchParams) => State;
  href: (path: string, view?: Partial<State>) => string;
  /** A filter change resets to the first page. */
  change: (view: State, change: Partial<State>) => State;
};

/** One schema per list page, for reading the URL and for writing links. */
export function defineView<Shape extends ViewShape>(shape: Shape): View<ViewOf<Shape>> {
  type State = ViewOf<Shape>;
  const fields = Object.entries(shape);
  const defaults = Object.fromEntries(fields.map(([name, field]) => [name, field.parse(undefined)])) as State;

  function parse(searchParams: SearchParams | URLSearchParams): State {
    const read = fields.map(([name, field]) => {
      const parsed = field.safeParse(readParameter(searchParams, name));
      return [name, parsed.success ? parsed.data : defaults[name]];
    });
    return Object.fromEntries(read) as State;
  }

  return {
    defaults,
    parse,
    href: (path, view = {}) => viewHref<State>(path, { ...defaults, ...view }, defaults),
    change: (view, change) => changeView(view, change, defaults),
  };
}

function readParameter(searchParams: SearchParams | URLSearchParams, name: string): string | undefined {
  if (searchParams instanceof URLSearchParams) return searchParams.get(name) ?? undefined;
  const value = Object.hasOwn(searchParams, name) ? searchParams[name] : undefined;
  return Array.isArray(value) ? value[0] : value;
}
