import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Outage } from '#kit/failure.ts';
import { isLoopbackHost } from '#kit/url.ts';

/** A lost query to a name server is repeated after this, and fails after 3 s. */
const NAME_TIMEOUT_MS = 1_000;
const NAME_TRIES = 2;

const NOT_PUBLIC = 'the host has an address that is not public';

/** Lets connections be made to public addresses only. */
export interface AddressGuard {
  /** Throws `Outage` for a host that needs no name server and is not public: an address, or this machine. */
  checkHost(hostname: string): void;
  /** Resolves a name at the moment of connecting, and fails unless all of its addresses are public. */
  readonly lookup: LookupFunction;
  /** Cancels the queries that wait for a name server. */
  close(): void;
}

/**
 * Opens a guard, which queries name servers itself (`address:port`, else the system's). The system's own
 * look-up blocks one of four threads for as long as a server is silent, so a few names of one account
 * would delay all webhooks.
 */
export function openAddressGuard(nameServers?: readonly string[]): AddressGuard {
  const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: NAME_TRIES });
  if (nameServers !== undefined) resolver.setServers([...nameServers]);
  return {
    checkHost,
    lookup: publicLookup(resolver),
    close: () => resolver.cancel(),
  };
}

/** The addresses of a name, but only if all of them are public. */
function publicLookup(resolver: Resolver): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(resolver, hostname).then(
      (addresses) => {
        const [first] = addresses;
        // One private address among public ones is how a check of the first alone is got around.
        if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new Outage(NOT_PUBLIC), '');
        } else if (options.all === true) {
          callback(null, addresses);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/** Both kinds of addresses of a name; one kind is enough. */
async function addressesOf(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [
    ...(four.status === 'rejected' ? [] : four.value.map((address) => ({ address, family: 4 }))),
    ...(six.status === 'rejected' ? [] : six.value.map((address) => ({ address, family: 6 }))),
  ];
}

function checkHost(hostname: string): void {
  if (isLoopbackHost(hostname)) throw new Outage(NOT_PUBLIC);
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(address) && !isPublicAddress(address)) throw new Outage(NOT_PUBLIC);
}

/** Global unicast: all that the numbering authority gives out in IPv6. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public by its number, yet the machine's own platform agent in one large cloud. */
const CLOUD_AGENTS = new Set(['168.63.129.16']);

/**
 * Whether an address is an ordinary one of the public internet. Everything special is not: private,
 * loopback, link-local (cloud metadata), shared by carriers, unique local, multicast, reserved, and
 * the IPv6 forms that carry an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || CLOUD_AGENTS.has(address.toString())) return false;
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_IPV6);
}
