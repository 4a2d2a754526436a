import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { type AuditDraft, recordAudit } from '#modules/audit/index.ts';
import { SYSTEM_ACCOUNT_ID } from '#modules/clients/index.ts';
import {
  acceptReorg,
  type DeepReorg,
  findDeepReorg,
  listSuspicious,
  resumeNetwork,
} from '#modules/settlement/index.ts';
import { transact } from '#platform/db/transact.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { readBlock, readChain, readNetwork } from './with-chain.ts';
import { withContext, withNodes } from './with-context.ts';

interface OfNetwork extends OutputOptions {
  readonly network: string;
}

interface ResumeOptions extends OfNetwork {
  /** The first block that was replaced, where that is to be accepted. */
  readonly acceptReorgFrom?: string;
  /** Whether what is recorded from there on is undone, and not only shown. */
  readonly yes?: true;
}

/** Lets a halted network continue, after a person has inspected it. */
export async function resume(environment: Environment, options: ResumeOptions): Promise<void> {
  const { acceptReorgFrom: from } = options;
  if (from !== undefined) return await resumeElsewhere(environment, { ...options, from });
  await withContext(environment, async (ctx) => {
    const network = readNetwork(options.network);
    const resumed = await resumeNetwork(ctx, network);
    const text = resumed
      ? `${network} continues; its watchers notice within seconds.`
      : `${network} was not halted.`;
    printAnswer(options, { network, resumed }, text);
  });
}

/** Shows what a chain replaced that was final, and takes it back once a person says yes. */
async function resumeElsewhere(
  environment: Environment,
  options: ResumeOptions & { readonly from: string },
): Promise<void> {
  await withNodes(environment, async (ctx) => {
    const chain = readChain(ctx, options.network);
    const network = chain.network.id;
    const reorg = await findDeepReorg(ctx, chain, readBlock(options.from, '--accept-reorg-from'));
    const takenBack = options.yes
      ? await transact(ctx, async (ctx) => {
          const done = await acceptReorg(ctx, network, reorg);
          const details = { ancestor: Number(reorg.ancestor.number), ...done };
          await record(ctx, { action: 'network.reorg_accepted', network, details });
          return done;
        })
      : null;
    printAnswer(
      options,
      asAnswer(network, { reorg, takenBack }),
      print(network, { reorg, takenBack }),
    );
  });
}

async function record(
  ctx: Context,
  { network, ...entry }: Pick<AuditDraft, 'action' | 'details'> & { readonly network: NetworkId },
): Promise<void> {
  const object = { kind: 'network', id: network };
  await recordAudit(ctx, { accountId: SYSTEM_ACCOUNT_ID, object, ...entry });
}

interface SuspiciousNetwork {
  readonly reorg: DeepReorg;
  readonly takenBack: Awaited<ReturnType<typeof acceptReorg>> | null;
}

function asAnswer(network: NetworkId, { reorg, takenBack }: SuspiciousNetwork) {
  const { at, ancestor, replacedBy, silentNodes, count } = reorg;
  const [cursor, isStalled, replaced] = [at, ancestor, replacedBy].map(({ number, hash }) => ({
    number: Number(number),
    hash,
  }));
  return {
    network,
    cursor,
    isStalled,
    replaced,
    silentNodes,
    count,
    takenBack,
    transfers: rowsOf(reorg),
  };
}

function rowsOf({ transfers }: DeepReorg) {
  return transfers.map(({ blockNumber, creditedUnits, ...rest }) => ({
    block: Number(blockNumber),
    ...rest,
    creditedUnits: creditedUnits.toString(),
  }));
}

function print(network: NetworkId, { reorg, takenBack }: SuspiciousNetwork): string {
  const { at, ancestor, replacedBy, silentNodes, transfers, count } = reorg;
  const silent = silentNodes.map((name) => `Node ${name} does not return these blocks.`);
  const more = count > transfers.length ? [`${count - transfers.length} more are not shown.`] : [];
  const end =
    takenBack === null
      ? `Nothing was changed. With --yes what is recorded above it is undone, ${count} in all, and ${network} is read again from block ${ancestor.number + 1n}.`
      : `${takenBack.transfers} transfers with ${takenBack.payments} payments are undone; ${network} continues after block ${ancestor.number}.`;
  return [
    `${network} was scanned up to block ${at.number}. Block ${ancestor.number} stands (${ancestor.hash});`,
    `block ${replacedBy.number} is another one now (${replacedBy.hash}).`,
    ...silent,
    '',
    asTable(rowsOf(reorg), 'Nothing is recorded above the block that stands.'),
    ...more,
    '',
    end,
  ].join('\n');
}

interface SuspiciousOptions extends OutputOptions {
  readonly network?: string;
  /** Where an earlier page ended. */
  readonly before?: string;
}

/** Prints what names a request of ours and pays nothing of it, newest first. */
export async function printSuspicious(
  environment: Environment,
  options: SuspiciousOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const network = options.network === undefined ? undefined : readNetwork(options.network);
    if (options.before !== undefined && !isUlid(options.before)) {
      const message = `--before must be what an earlier page ended with, not "${options.before}"`;
      throw new Refusal('invalid_cursor', 400, message);
    }
    const { transfers, next } = await listSuspicious(ctx, { network }, options.before);
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
    printAnswer(options, { transfers: rows, next: next ?? null }, `${asTable(rows, none)}${more}`);
  });
}
