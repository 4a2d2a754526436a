import { Refusal, refuseField } from '#kit/failure.ts';
import { listScreenedWalletsOfAll } from '#modules/compliance/index.ts';
import {
  createScreeningOverride,
  listScreeningOverrides,
  removeScreeningOverride,
} from '#modules/screening-overrides/index.ts';
import { describeHeldPayment, listHeldOfAll, releasePayment } from '#modules/settlement/index.ts';
import { checkAccount } from './manage-accounts.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

/** A screen of them. */
const SHOWN_MAX = 50;

/** As over the API. */
const REASON_MAX = 500;

interface ListOptions extends OutputOptions {
  readonly status?: Parameters<typeof listHeldOfAll>[1]['status'];
  readonly account?: string;
}

/** Prints up to fifty held payments, the newest first. */
export async function printHeldPayments(
  environment: Environment,
  options: ListOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { status, account: accountId } = options;
    const heldPayments = await listHeldOfAll(ctx, { status, accountId, limit: SHOWN_MAX });
    printAnswer(options, { heldPayments }, asTable(heldPayments, 'No payment is held.'));
  });
}

/** Prints a held payment with all who took part in it. Refuses (404) an unknown id. */
export async function printHeldPayment(
  environment: Environment,
  id: string,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const held = await describeHeldPayment(ctx, id);
    if (held === undefined) {
      throw new Refusal('held_payment_not_found', 404, `There is no held payment ${id}`);
    }
    const lines = Object.entries(held).map(([field, value]) => ({ field, value }));
    printAnswer(options, held, asTable(lines, ''));
  });
}

interface ReleaseOptions extends OutputOptions {
  readonly reason: string;
  readonly despiteLists?: boolean;
}

/** Lets a held payment of any account count, with an entry in its audit log. Refuses as `releasePayment` does. */
export async function releaseHeldPayment(
  environment: Environment,
  id: string,
  options: ReleaseOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { reason, despiteLists = false } = options;
    const { status } = await releasePayment(ctx, { id, reason, despiteLists });
    const text =
      status === 'released'
        ? 'It is released and counts as soon as it is settled.'
        : 'The allowlist is waived for it, and its wallets are looked up now.';
    printAnswer(options, { id, status }, text);
  });
}

interface OverrideOptions extends OutputOptions {
  readonly account: string;
  readonly reason: string;
  readonly until?: string;
}

/** Decides in advance about a wallet of an account, in its operator's name. Refuses as `createScreeningOverride` does. */
export async function overrideScreening(
  environment: Environment,
  { walletAddress, decision }: { walletAddress: string; decision: 'approved' | 'rejected' },
  options: OverrideOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId, reason, until } = options;
    await checkAccount(ctx, accountId);
    const override = await createScreeningOverride(ctx, {
      accountId,
      setBy: 'operator',
      walletAddress,
      decision,
      reason: reasonOf(reason),
      expiresAt: until === undefined ? null : timeOf(until),
    });
    const { id, expiresAt } = override;
    const end = expiresAt === null ? 'until it is withdrawn' : `until ${expiresAt.toISOString()}`;
    printAnswer(options, override, `${override.walletAddress} is ${decision} ${end}: ${id}`);
  });
}

function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason !== '' && reason.length <= REASON_MAX) return reason;
  throw refuseField('reason', `--reason must have 1 to ${REASON_MAX} characters`);
}

function timeOf(text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw refuseField('expiresAt', '--until must be a time such as 2027-01-31 or 2027-01-31T12:00Z');
}

interface PageOptions extends OutputOptions {
  readonly account?: string;
  readonly after?: string;
}

/** Prints up to fifty wallets that were approved or rejected in advance, the newest first. */
export async function printOverrides(
  environment: Environment,
  options: PageOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId, after: cursor } = options;
    const page = await listScreeningOverrides(ctx, { accountId, cursor, limit: SHOWN_MAX });
    const table = asTable(page.overrides.map(asOverrideRow), 'No wallet is decided about.');
    printAnswer(options, page, withNext(table, page));
  });
}

type Override = Awaited<ReturnType<typeof listScreeningOverrides>>['overrides'][number];

const asOverrideRow = ({ id, accountId, walletAddress, decision, setBy, expiresAt }: Override) => ({
  id,
  accountId,
  walletAddress,
  decision,
  setBy,
  expiresAt,
});

/** Ends what was decided in advance about a wallet, whoever did. Refuses (404) an unknown id. */
export async function withdrawOverride(
  environment: Environment,
  id: string,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const removed = await removeScreeningOverride(ctx, { id });
    printAnswer(
      options,
      removed,
      `${removed.walletAddress} is screened again as any other wallet.`,
    );
  });
}

interface WalletsOptions extends PageOptions {
  readonly status: Parameters<typeof listScreenedWalletsOfAll>[1]['status'];
}

/** Prints up to fifty wallets that were rejected, or about which nothing is decided, the last first. */
export async function printScreenings(
  environment: Environment,
  options: WalletsOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { status, account: accountId, after: cursor } = options;
    const page = await listScreenedWalletsOfAll(ctx, {
      status,
      accountId,
      cursor,
      limit: SHOWN_MAX,
    });
    const table = asTable(page.screenings.map(asWalletRow), 'There is no such wallet.');
    printAnswer(options, page, withNext(table, page));
  });
}

type ScreenedWallet = Awaited<ReturnType<typeof listScreenedWalletsOfAll>>['screenings'][number];

/** The same columns for wallets of links and of calls. */
const asWalletRow = ({ at, accountId, role, walletAddress, status, ...more }: ScreenedWallet) => ({
  at,
  accountId,
  role,
  walletAddress,
  status,
  provider: more.provider,
  level: more.level,
  network: more.network,
  operationId: more.operationId,
  securePaymentToken: more.securePaymentToken,
});

function withNext(table: string, { nextCursor }: { readonly nextCursor: string | null }): string {
  return nextCursor === null ? table : `${table}\n\nMore: --after ${nextCursor}`;
}
