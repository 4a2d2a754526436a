import { isIP } from 'node:net';

/**
 * The name of a node in logs and pages: its position in the setting, and the domain that it is
 * in. The first words of a host may be an account's, and the address of a machine is not for publication.
 */
export function nodeName(url: string, position: number): string {
  const { hostname } = new URL(url);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress ? `${position}` : `${position} (${hostname.split('.').slice(-2).join('.')})`;
}
