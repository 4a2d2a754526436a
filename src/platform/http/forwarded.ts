import type { IncomingHttpHeaders } from 'node:http';

/** An IPv4 address with the port of its connection, or an IPv6 address in brackets with or without one. */
const WITH_PORT = /^(?:((?:\d{1,3}\.){3}\d{1,3}):\d{1,5}|\[([\da-f:.]+)\](?::\d{1,5})?)$/i;

/**
 * Takes the ports out of `X-Forwarded-For`, which some proxies write: the server compares its entries
 * with addresses, and every connection of one caller has another port.
 */
export function dropForwardedPorts(headers: IncomingHttpHeaders): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return;
  headers['x-forwarded-for'] = forwarded
    .split(',')
    .map((entry) => {
      const [, ipv4, ipv6] = WITH_PORT.exec(entry.trim()) ?? [];
      return ipv4 ?? ipv6 ?? entry.trim();
    })
    .join(', ');
}
