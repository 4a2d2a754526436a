import { setTimeout as wait } from 'node:timers/promises';
import { createPublicClient, http } from 'viem';
import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { LocalNode } from '../../src/sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { asCall, sendCall } from '../../src/sandbox/test-wallet.ts';
import { Calldata } from '../support/pay-with.ts';
import { type Said, sendToHost } from '../support/send-to-host.ts';

/** What the callers of a storm saw. */
export interface Ledger {
  /** By its idempotency key: the token that was returned. */
  readonly created: Map<string, Created>;
  /** By token: the hash of the payment that was sent. */
  readonly paid: Map<string, string>;
  /** Answers that are neither good nor an honest `503`. */
  readonly oddities: string[];
  /** How often nobody answered, and how often the answer was 503. */
  unanswered: number;
  unavailable: number;
  calls: number;
}

interface Created {
  readonly token: string;
  readonly requestId: string;
}

/** A ledger in which nothing is written yet. */
export function emptyLedger(): Ledger {
  return {
    created: new Map(),
    paid: new Map(),
    oddities: [],
    unanswered: 0,
    unavailable: 0,
    calls: 0,
  };
}

/** What a load needs to speak to the fleet. */
export interface LoadParts {
  readonly ledger: Ledger;
  readonly apiUrls: readonly string[];
  readonly apiKey: string;
  readonly clientId: string;
  readonly payOrigin: string;
  readonly node: Pick<LocalNode, 'rpcUrl' | 'chainId'>;
  readonly random: () => number;
  /** Whether no further link is to be created. */
  readonly isOver: () => boolean;
}

const Made = z.object({ token: z.string(), requestIds: z.tuple([z.string()]) });

/** Between two tries of a caller whose server has just died. */
const AGAIN_MS = 100;
/** A caller that is never answered is a failure of the storm, not of the caller. */
const TRIES_MAX = 600;
/** So many links wait to be paid at most; the wallet signs one after another. */
const AHEAD_MAX = 20;

/** Creates links, each with its own idempotency key until it is answered, and pays them in their order. */
export async function load(parts: LoadParts): Promise<void> {
  const waiting: Created[] = [];
  let creating = true;
  const create = async () => {
    for (let count = 0; !parts.isOver(); count += 1) {
      waiting.push(await createLink(parts, `storm-${count}`));
      while (waiting.length > AHEAD_MAX && !parts.isOver()) await wait(AGAIN_MS);
    }
    creating = false;
  };
  const pay = async () => {
    while (creating || waiting.length > 0) {
      const next = waiting.shift();
      if (next === undefined) await wait(AGAIN_MS);
      else await payLink(parts, next);
    }
  };
  await Promise.all([create(), pay()]);
}

async function createLink(parts: LoadParts, name: string): Promise<Created> {
  const { body } = await send(parts, '/v2/secure-payments', {
    expectedStatus: 201,
    headers: { 'x-api-key': parts.apiKey, 'idempotency-key': name },
    body: { requests: [{ destinationId: SAMPLE.destinationId, amount: '0.01' }] },
  });
  const { token, requestIds } = Made.parse(body);
  const created = { token, requestId: requestIds[0] };
  parts.ledger.created.set(name, created);
  return created;
}

async function payLink(parts: LoadParts, { token }: Created): Promise<void> {
  const { payer } = TEST_ACCOUNTS;
  const { body } = await send(parts, `/v2/secure-payments/${token}/pay?wallet=${payer.address}`, {
    expectedStatus: 200,
    headers: { 'x-client-id': parts.clientId, origin: parts.payOrigin },
  });
  const { transactions, metadata } = Calldata.parse(body);
  const client = createPublicClient({ transport: http(parts.node.rpcUrl), pollingInterval: 20 });
  for (const [i, transaction] of transactions.entries()) {
    const hash = await sendCall(parts.node, payer, asCall(transaction));
    // What the next payment is reported about the wallet's allowance must know of this one.
    await client.waitForTransactionReceipt({ hash });
    if (i === metadata.paymentTransactionIndex) parts.ledger.paid.set(token, hash);
  }
}

interface Question {
  /** The status of a good answer. */
  readonly expectedStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Calls one server after another until one answers as expected. */
export async function send(parts: LoadParts, path: string, question: Question): Promise<Said> {
  const { ledger, apiUrls, random } = parts;
  const { expectedStatus, ...asked } = question;
  let last: unknown;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const url = `${apiUrls[Math.floor(random() * apiUrls.length)]}${path}`;
    // Each call comes from another address: the storm is about crashes and not about limits.
    const from = `203.0.113.${Math.floor(random() * 256)}`;
    const headers = { 'x-forwarded-for': from, ...question.headers };
    ledger.calls += 1;
    const said = await sendToHost(url, { ...asked, headers }).catch((error: unknown) => {
      last = error;
      return undefined;
    });
    if (said?.status === expectedStatus) return said;
    last = said ?? last;
    judge(ledger, path, said);
    await wait(AGAIN_MS);
  }
  throw new Error(`nobody answered ${path} with ${expectedStatus}`, { cause: last });
}

function judge(ledger: Ledger, path: string, said: Said | undefined): void {
  if (said === undefined) {
    ledger.unanswered += 1;
    return;
  }
  // Killed in the middle, a call may still be held as running until its connection is gone.
  if (said.status === 409) return;
  if (said.status === 503 && said.headers.get('retry-after') !== null) {
    ledger.unavailable += 1;
    return;
  }
  const endpoint = path.replace(/secp_\w+|[0-9A-HJKMNP-TV-Z]{26}/g, '{id}').split('?')[0];
  ledger.oddities.push(`${endpoint}: ${said.status} ${JSON.stringify(said.body)}`.slice(0, 300));
}
