import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Sends notifications on a connection of its own. */
export interface Notifier {
  /** Whether it is connected. */
  isReady(): boolean;
  /** Sends soon; what a lost connection loses is found by the next look at what is due. */
  send(channel: string, text: string): void;
}

/** What a transaction will notify once it has committed: the texts of each channel. */
type Gathered = Map<string, Set<string>>;

const notifiers = new WeakMap<Database, Notifier>();
const gatheredBy = new WeakMap<
  Database,
  { readonly notifier: Notifier; readonly texts: Gathered }
>();

/**
 * Lets transactions of a database notify after their commit. PostgreSQL holds one lock for all that notify, from before a
 * commit until it is on the disk: transactions that notify by themselves wait for the disk one after the other.
 */
export function notifyAfterCommits(db: Database, notifier: Notifier): void {
  notifiers.set(db, notifier);
}

/**
 * Notifies a channel once what is done here has committed, and returns whether it will. Where it will not, the statement that asks
 * has to notify: without a notifier, which tests and other programs have not.
 */
export function notifyLater(db: Database, channel: string, text = ''): boolean {
  const gathered = gatheredBy.get(db);
  if (gathered === undefined || !gathered.notifier.isReady()) return false;
  const texts = gathered.texts.get(channel) ?? new Set();
  gathered.texts.set(channel, texts.add(text));
  return true;
}

/** Notifies a channel when the transaction commits, or soon after. */
export async function notify(db: Database, channel: string, text = ''): Promise<void> {
  if (notifyLater(db, channel, text)) return;
  await sql`select pg_notify(${channel}, ${text})`.execute(db);
}

/** Runs a transaction of `db`, and sends what it gathered once it has committed. */
export async function sendAfterCommit<T>(
  db: Database,
  transact: (gather: (transaction: Database) => void) => Promise<T>,
): Promise<T> {
  const notifier = notifiers.get(db);
  const texts: Gathered = new Map();
  const result = await transact((transaction) => {
    if (notifier !== undefined) gatheredBy.set(transaction, { notifier, texts });
  });
  for (const [channel, ofChannel] of texts) {
    for (const text of ofChannel) notifier?.send(channel, text);
  }
  return result;
}
