import localFont from "next/font/local";

// From the package's files and not by its own entries: those fetch both fonts ahead of the style sheet, which holds
// back the first rows of a list.

export const sans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  preload: false,
});

/** For ids alone. Its digits are as wide as those of the system's own, so little moves when it comes. */
export const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  adjustFontFallback: false,
  preload: false,
});
