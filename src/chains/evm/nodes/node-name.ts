import { isIP } from 'node:net';

/**
 * What a node is called wherever people read of it: its place among the settings, and the domain that it is
 * in. The first words of a host may be an account's, and the address of a machine is nobody's business.
 */
export function nodeName(url: string, position: number): string {
  const { hostname } = new URL(url);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress ? `${position}` : `${position} (${hostname.split('.').slice(-2).join('.')})`;
}
