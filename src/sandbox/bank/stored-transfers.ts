import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { isHex } from '#kit/hex.ts';
import type { Log } from '#platform/log.ts';
import { BANK_BEHAVIOURS } from './transfer-state.ts';

const Account = z.object({
  id: z.string(),
  customerId: z.string(),
  currency: z.string(),
  bankName: z.string(),
  lastDigits: z.string(),
  createdMs: z.number(),
});
/** A bank account that was registered; its number is not stored. */
export type StoredAccount = z.output<typeof Account>;

const Transfer = z.object({
  id: z.string(),
  customerId: z.string(),
  reference: z.string().nullable(),
  amount: z.string(),
  source: z.object({ payment_rail: z.string(), currency: z.string() }),
  destination: z.object({
    payment_rail: z.string(),
    currency: z.string(),
    external_account_id: z.string(),
  }),
  depositAddress: z.string().refine(isHex),
  behaviour: z.enum([...BANK_BEHAVIOURS, 'regular']),
  createdMs: z.number(),
  fundedMs: z.number().optional(),
  isSentBack: z.boolean(),
  /** What the last callback said; the state at the beginning needs none. */
  reportedState: z.string().default('awaiting_funds'),
});
/** A transfer that was ordered. */
export type StoredTransfer = z.output<typeof Transfer>;

const Content = z.object({
  accounts: z.record(z.string(), Account),
  transfers: z.record(z.string(), Transfer),
  /** What was answered to each idempotency key: a fingerprint of the question, and an id. */
  keys: z.record(z.string(), z.object({ body: z.string(), id: z.string() })),
});

/** All accounts and transfers, in memory and in a file. */
export interface StoredTransfers extends z.output<typeof Content> {
  /** Returns when the file has what is in memory. */
  save(): Promise<void>;
}

/** Opens what a file holds, or nothing, which is kept while the process runs. */
export async function openTransfers(
  file: string | undefined,
  log: Log | undefined,
): Promise<StoredTransfers> {
  const content = await read(file, log);
  let written = Promise.resolve();
  const write = async () => {
    if (file === undefined) return;
    const draft = `${file}.draft`;
    await writeFile(draft, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    await rename(draft, file);
  };
  const save = () => {
    // One write after the other; a failed one does not stop the next.
    const next = written.then(write);
    written = next.catch(() => undefined);
    return next;
  };
  return { ...content, save };
}

async function read(file: string | undefined, log: Log | undefined) {
  const empty = { accounts: {}, transfers: {}, keys: {} };
  const content =
    file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return empty;
  try {
    return Content.parse(JSON.parse(content));
  } catch (error) {
    log?.warn({ error, file }, 'the payouts of the bank cannot be read: starting without them');
    return empty;
  }
}
