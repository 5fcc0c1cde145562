/** Whether a host, as a URL or a setting writes it, is this machine and nothing else. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name)
  );
}

/** Whether a server with this host listens on every address of its machine. */
export function isWildcardHost(host: string): boolean {
  return host === "0.0.0.0" || host === "::" || host === "[::]";
}

/** How a program on the same machine reaches a server that listens on this host. */
export function hostForClients(host: string): string {
  if (isWildcardHost(host) || isLoopbackHost(host)) return "localhost";
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
