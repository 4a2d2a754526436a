import { Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { SYSTEM_ACCOUNT_ID } from '#modules/clients/index.ts';
import { listSuspicious, resumeNetwork } from '#modules/settlement/index.ts';
import { transact } from '#platform/db/transact.ts';
import { asTable, printAnswer, type Told } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { readNetwork } from './with-chain.ts';
import { withContext } from './with-context.ts';

interface OfNetwork extends Told {
  readonly network: string;
}

/** Lets a halted network go on, after a person has looked at it. */
export async function resume(environment: Environment, wish: OfNetwork): Promise<void> {
  await withContext(environment, async (ctx) => {
    const network = readNetwork(wish.network);
    const resumed = await transact(ctx, async (ctx) => {
      const done = await resumeNetwork(ctx, network);
      const object = { kind: 'network', id: network };
      const entry = { accountId: SYSTEM_ACCOUNT_ID, action: 'network.resumed', object };
      if (done) await recordAudit(ctx, entry);
      return done;
    });
    const words = resumed
      ? `${network} goes on; its watchers notice within seconds.`
      : `${network} was not halted.`;
    printAnswer(wish, { network, resumed }, words);
  });
}

interface SuspiciousWish extends Told {
  readonly network?: string;
  /** Where an earlier page ended. */
  readonly before?: string;
}

/** Prints what names a request of ours and pays nothing of it, newest first. */
export async function printSuspicious(
  environment: Environment,
  wish: SuspiciousWish,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const network = wish.network === undefined ? undefined : readNetwork(wish.network);
    if (wish.before !== undefined && !isUlid(wish.before)) {
      const message = `--before must be what an earlier page ended with, not "${wish.before}"`;
      throw new Refusal('invalid_cursor', 400, message);
    }
    const { transfers, next } = await listSuspicious(ctx, { network }, wish.before);
    const rows = transfers.map((transfer) => ({
      seenAt: transfer.seenAt,
      reason: transfer.reason,
      network: transfer.network,
      block: Number(transfer.block.number),
      undone: transfer.undoneAt === undefined ? 'no' : 'yes',
      requestId: transfer.requestId,
      transactionHash: transfer.transactionHash,
      payer: transfer.payerAddress,
      token: transfer.tokenAddress ?? null,
      creditedUnits: transfer.creditedUnits.toString(),
      leftOut: Number(transfer.leftOut),
    }));
    const more = next === undefined ? '' : `\nThere are more: --before ${next}`;
    const none = 'Nothing suspicious was seen.';
    printAnswer(wish, { transfers: rows, next: next ?? null }, `${asTable(rows, none)}${more}`);
  });
}
