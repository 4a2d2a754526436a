import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { createBase58check } from '@scure/base';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { checksumAddress, isChecksumAddress } from '#kit/checksum-address.ts';
import type { Hex } from '#kit/hex.ts';

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  message: Words,
): z.ZodEnum<{ [Word in Words[number]]: Word }> {
  const listed = message.map((word) => `"${word}"`).join(' or ');
  return z.enum(message, { error: `must be ${listed}` });
}

/** A whole number between two bounds, written in digits alone. */
export function number(bounds: { readonly min: number; readonly max: number }) {
  const message = `must be a whole number from ${bounds.min} to ${bounds.max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= bounds.min && value <= bounds.max, message);
}

/** The most blocks to wait for; some networks make four each second. */
const DEPTH_MAX = 10_000;

/** How many nodes must agree: a number, or `off`. */
export type Agreement = number | 'off';

/** A number of nodes, or `off`. */
export function agreement() {
  return z
    .string()
    .refine(
      (text) => readAgreement(text) !== undefined,
      `must be "off" or a whole number from 1 to ${NODES_MAX}`,
    )
    .transform((text) => readAgreement(text) ?? NODES_MAX);
}

/** More nodes than any operator configures. */
const NODES_MAX = 20;

function readAgreement(text: string): Agreement | undefined {
  if (text === 'off') return text;
  const nodes = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return nodes >= 1 && nodes <= NODES_MAX ? nodes : undefined;
}

/** How deep a payment must be: a number of blocks, or the node's own word. */
export type Confirmations = number | 'safe' | 'finalized';

/** A depth, `safe` or `finalized`. */
export function confirmations() {
  const message = `must be a whole number from 1 to ${DEPTH_MAX}, "safe" or "finalized"`;
  return z
    .string()
    .refine((text) => readConfirmations(text) !== undefined, message)
    .transform((text) => readConfirmations(text) ?? 'finalized');
}

function readConfirmations(text: string): Confirmations | undefined {
  if (text === 'safe' || text === 'finalized') return text;
  if (!/^\d{1,5}$/.test(text)) return undefined;
  const blocks = Number(text);
  return blocks >= 1 && blocks <= DEPTH_MAX ? blocks : undefined;
}

/** How deep payments must be from an amount on. */
export interface AmountConfirmations {
  readonly fromDollars: bigint;
  readonly confirmations: Confirmations;
}

/** How many steps a network can have: more than any operator needs. */
export const AMOUNT_STEPS_MAX = 10;

/** Steps such as `1000:12,100000:finalized`: larger amounts, deeper blocks. */
export function amountSteps() {
  const form = `must be steps such as 1000:12,100000:finalized, ${AMOUNT_STEPS_MAX} at most`;
  return z
    .string()
    .refine((text) => readSteps(text) !== undefined, form)
    .refine((text) => isRising(readSteps(text) ?? []), {
      message: 'must name larger amounts later, each with more blocks than the one before',
    })
    .transform((text) => readSteps(text) ?? []);
}

function readSteps(text: string): readonly AmountConfirmations[] | undefined {
  const steps = text.split(',').map((part) => {
    const [amount = '', depth = '', ...rest] = part.trim().split(':');
    const read = readConfirmations(depth);
    const isRight = rest.length === 0 && read !== undefined && /^[1-9]\d{0,11}$/.test(amount);
    return isRight ? { fromDollars: BigInt(amount), confirmations: read } : undefined;
  });
  const right = steps.filter((step) => step !== undefined);
  return right.length === steps.length && right.length <= AMOUNT_STEPS_MAX ? right : undefined;
}

/** Nothing is deeper than what the node calls final, and only that than what it calls safe. */
function isRising(steps: readonly AmountConfirmations[]): boolean {
  const depthOf = ({ confirmations: depth }: AmountConfirmations) => {
    if (depth === 'finalized') return Number.POSITIVE_INFINITY;
    return depth === 'safe' ? DEPTH_MAX + 1 : depth;
  };
  return steps.every((step, index) => {
    const before = steps[index - 1];
    return (
      before === undefined ||
      (step.fromDollars > before.fromDollars && depthOf(step) > depthOf(before))
    );
  });
}

/** An amount in whole dollars, also none. */
export function wholeDollars() {
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,11})$/, 'must be an amount in whole dollars, such as 10000')
    .transform((text) => BigInt(text));
}

const PORT_MAX = 65_535;

/** Tron's prefix and twenty bytes. */
const TRON_ADDRESS_BYTES = 21;

/** A port to listen on, where 0 means any free one. */
export function port() {
  return number({ min: 0, max: PORT_MAX });
}

const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** What header names of one family begin with, such as `x-service`. */
export function headerFamily() {
  return z
    .string()
    .regex(/^x-[a-z0-9]+(-[a-z0-9]+){0,4}$/, 'must begin with "x-" and be words in lower case');
}

/** A word that others are made from by adding to it. */
export function wordPrefix() {
  return z.string().regex(/^[a-z][a-z0-9]{0,30}$/, 'must be one word in lower case');
}

/** A key that is sent in a header. */
export function apiKey() {
  return z
    .string()
    .regex(
      /^[\x21-\x7e]{8,256}$/,
      'must be 8 to 256 characters that a header can hold, without spaces',
    );
}

/** A name that another service gave. */
export function serviceName() {
  return z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'must be letters, digits, "-", "_" and ".", at most 60 of them');
}

/** A host name or an address, without a port. */
export function host() {
  return z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || HOST_NAME.test(text),
      'must be a host name or an IP address, without a scheme or a port',
    );
}

/** An amount of dollars above zero, such as `25` or `3.99`. */
export function dollars() {
  return z
    .string()
    .refine(
      (text) => /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/.test(text) && Number(text) > 0,
      'must be an amount of dollars above 0 with at most 6 decimals, such as 3.99',
    );
}

const KEY = /^0x[0-9a-fA-F]{64}$/;
const isKey = (text: string): text is Hex => KEY.test(text) && BigInt(text) > 0n;

/** The private key of an account. */
export function privateKey() {
  return z.string().refine(isKey, 'must be 0x and 64 hexadecimal digits, not all of them zero');
}

/** An amount of a network's own coin. */
export function coins() {
  return z
    .string()
    .regex(
      /^(0|[1-9][0-9]{0,8})(\.[0-9]{1,18})?$/,
      'must be an amount with at most 18 decimals, such as 0.02',
    )
    .refine((text) => Number(text) > 0, 'must be above 0');
}

/** A wallet on EVM networks, whose checksum must be right where it has one. */
export function evmAddress() {
  return z
    .string()
    .refine(
      (text) => isChecksumAddress(text) && !/^0x0{40}$/.test(text),
      'must be 0x and 40 hexadecimal digits, their case as wallets show it or all lower',
    )
    .transform(checksumAddress);
}

const tronForm = createBase58check((data) => createHash('sha256').update(data).digest());

/** A wallet on Tron. */
export function tronAddress() {
  return z.string().refine((text) => {
    if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return false;
    try {
      return tronForm.decode(text).length === TRON_ADDRESS_BYTES;
    } catch {
      // The decoder reports a wrong checksum by throwing.
      return false;
    }
  }, 'must be a Base58 address that starts with T, with its checksum right');
}

/** A URL of certain schemes. */
export function urlOf(schemes: readonly string[]) {
  const listed = schemes.map((scheme) => `${scheme}//`).join(' or ');
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be a URL that begins with ${listed}`,
    );
}

/** An `http:` or `https:` origin; a trailing slash is dropped, anything after it is refused. */
export function origin() {
  return urlOf(['http:', 'https:'])
    .refine((text) => {
      if (!URL.canParse(text)) return true;
      const { pathname, search, hash, username } = new URL(text);
      return pathname === '/' && search === '' && hash === '' && username === '';
    }, 'must be an origin such as https://pay.example.com, without a path or credentials')
    .transform((text) => new URL(text).origin);
}

/** What WalletConnect calls a project, which the address of its relay and of its nodes carries. */
export function projectId() {
  return z.string().regex(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits');
}

/** A WebSocket host that a policy of a page may name. */
export function relayUrl() {
  return urlOf(['wss:', 'ws:'])
    .refine((text) => {
      if (!URL.canParse(text)) return true;
      const { pathname, search, hash, username, hostname } = new URL(text);
      const isBare = pathname === '/' && search === '' && hash === '' && username === '';
      return isBare && HOST_NAME.test(hostname);
    }, 'must be a host such as wss://relay.example.com, without a path or credentials')
    .transform((text) => new URL(text).origin);
}

/** Origins that a policy of a page may name: whole host names, as a policy reads a `*` or `;` otherwise. */
export function exactOrigins() {
  const exact = origin().refine(
    (text) => URL.canParse(text) && HOST_NAME.test(new URL(text).hostname),
    'must be origins of whole host names, such as https://app.safe.global',
  );
  return listOf(exact).transform((origins) => [...new Set(origins)]);
}

/** Where an API of a service begins: a path that ends in `/api`; a trailing slash is dropped. */
export function apiUrl() {
  return urlOf(['http:', 'https:'])
    .transform((text) => text.replace(/\/$/, ''))
    .refine((text) => text.endsWith('/api'), 'must be a URL that ends in /api');
}

/** Where a service is called, whatever its path and query. */
export function serviceUrl() {
  return urlOf(['http:', 'https:']).refine((text) => {
    if (!URL.canParse(text)) return true;
    const { username, password, hash } = new URL(text);
    return username === '' && password === '' && hash === '';
  }, 'must be a URL without a user name, a password or a fragment');
}

const COLLECTOR_NAMES = ['preApproval', 'erc3009', 'permit2', 'operatorRefund'] as const;

/** The four collectors of an escrow, each with its name. */
export function escrowCollectors() {
  const message = `must name each of ${COLLECTOR_NAMES.join(', ')} once, as in preApproval:0x…,erc3009:0x…`;
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().split(':')))
    .refine((parts) => parts.every(({ length }) => length === 2), message)
    .transform((parts) => Object.fromEntries(parts.map(([name = '', value]) => [name, value])))
    .pipe(
      z.strictObject(
        {
          preApproval: evmAddress(),
          erc3009: evmAddress(),
          permit2: evmAddress(),
          operatorRefund: evmAddress(),
        },
        message,
      ),
    );
}

const JSON_CHARS_MAX = 2_000;

/** A short object of JSON. */
export function jsonObject() {
  const message = `must be a JSON object of at most ${JSON_CHARS_MAX} characters`;
  return z
    .string()
    .max(JSON_CHARS_MAX, message)
    .refine((text) => readObject(text) !== undefined, message)
    .transform((text) => readObject(text) ?? {});
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** An IP address or a range of them, such as `10.0.0.0/8`. */
export function addressRange() {
  return z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || ipaddr.isValidCIDR(text),
      'must be IP addresses or ranges such as 10.0.0.0/8',
    );
}

/** A comma-separated list with at least one entry. */
export function listOf<Entry extends z.ZodType<string, string>>(entry: Entry) {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(entry).min(1, 'must name at least one'));
}

/**
 * The URLs of a network's nodes, those that answer requests before those that only report new blocks. One that
 * is listed twice would agree with itself.
 */
export function nodeUrls() {
  return listOf(urlOf(['http:', 'https:', 'ws:', 'wss:']))
    .refine(
      (urls) => urls.some(isAsked),
      'must name a node that begins with http:// or https://; others only report new blocks',
    )
    .refine((urls) => new Set(urls).size === urls.length, 'must name each node once')
    .transform((urls) => [...urls.filter(isAsked), ...urls.filter((url) => !isAsked(url))]);
}

function isAsked(url: string): boolean {
  return url.startsWith('http');
}
