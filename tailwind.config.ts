import type { Config } from "tailwindcss";

const status = (name: string) => ({
  DEFAULT: `var(--${name})`,
  soft: `var(--${name}-soft)`,
  line: `var(--${name}-line)`,
});

export default {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}"],
  theme: {
    // Replaces Tailwind's palette, so that only our color tokens can be used.
    colors: {
      transparent: "transparent",
      current: "currentColor",
      paper: "var(--paper)",
      surface: "var(--surface)",
      sunken: "var(--sunken)",
      raised: "var(--raised)",
      hover: "var(--hover)",
      press: "var(--press)",
      veil: "var(--veil)",
      line: { DEFAULT: "var(--line)", strong: "var(--line-strong)", control: "var(--line-control)" },
      ink: { DEFAULT: "var(--ink)", 2: "var(--ink-2)", 3: "var(--ink-3)" },
      accent: { ...status("accent"), hover: "var(--accent-hover)", ink: "var(--accent-ink)" },
      good: status("good"),
      cold: status("cold"),
      bad: {
        ...status("bad"),
        solid: "var(--bad-solid)",
        "solid-hover": "var(--bad-solid-hover)",
        ink: "var(--bad-ink)",
      },
      warn: status("warn"),
    },
    fontFamily: {
      sans: ["var(--sans)"],
      mono: ["var(--mono)"],
    },
    // In rem, so that text follows the browser's font size setting.
    fontSize: {
      caption: ["0.6875rem", "1rem"],
      small: ["0.75rem", "1.125rem"],
      body: ["0.8125rem", "1.25rem"],
      lead: ["0.875rem", "1.375rem"],
      section: ["0.9375rem", { lineHeight: "1.375rem", letterSpacing: "-0.01em" }],
      title: ["1.25rem", { lineHeight: "1.75rem", letterSpacing: "-0.017em" }],
      figure: ["1.625rem", { lineHeight: "2rem", letterSpacing: "-0.022em" }],
      display: ["2rem", { lineHeight: "2.375rem", letterSpacing: "-0.025em" }],
    },
    extend: {
      borderRadius: { control: "var(--r)", panel: "10px", sheet: "14px" },
      boxShadow: {
        pop: "var(--shadow-pop)",
        dialog: "var(--shadow-dialog)",
        card: "var(--shadow-card)",
      },
      spacing: { bar: "var(--bar)" },
      transitionDuration: { quick: "var(--quick)", calm: "var(--calm)" },
      transitionTimingFunction: { settle: "var(--ease)" },
      animation: {
        turn: "turn 700ms linear infinite",
        pass: "pass 1.1s var(--ease) infinite",
        breathe: "breathe 1.6s ease-in-out infinite",
      },
    },
  },
} satisfies Config;
