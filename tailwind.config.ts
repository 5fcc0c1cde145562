import type { Config } from "tailwindcss";

export default {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}"],
  theme: {
    // Replaces Tailwind's palette: a colour that is not a token cannot be written.
    colors: {
      transparent: "transparent",
      current: "currentColor",
      paper: "var(--paper)",
      surface: "var(--surface)",
      sunken: "var(--sunken)",
      line: { DEFAULT: "var(--line)", strong: "var(--line-strong)" },
      ink: { DEFAULT: "var(--ink)", 2: "var(--ink-2)", 3: "var(--ink-3)" },
      accent: { DEFAULT: "var(--accent)", ink: "var(--accent-ink)", soft: "var(--accent-soft)" },
      good: { DEFAULT: "var(--good)", soft: "var(--good-soft)" },
      cold: { DEFAULT: "var(--cold)", soft: "var(--cold-soft)" },
      bad: { DEFAULT: "var(--bad)", soft: "var(--bad-soft)" },
      warn: { DEFAULT: "var(--warn)", soft: "var(--warn-soft)" },
    },
    fontFamily: {
      sans: ["var(--font-geist-sans)", "Inter", "ui-sans-serif", "system-ui", "sans-serif"],
      mono: ["var(--font-geist-mono)", "ui-monospace", "SF Mono", "Menlo", "monospace"],
    },
    extend: {
      borderRadius: { control: "var(--r)" },
    },
  },
} satisfies Config;
