import { list, member, texts } from '../../engine/members.ts';
import type { Answer } from '../../engine/request.ts';
import { safeMessages as messages } from '../messages/en/safe.ts';
import type { At, NoticeText } from '../page-state.ts';

/** A transaction of a Safe that pays a link, as the API describes it while its owners sign. */
export interface Proposal {
  /** Until when it keeps others from paying, in milliseconds since 1970. */
  readonly until: number | undefined;
  /** Whether it was executed and waits for confirmations only. */
  readonly isExecuted: boolean;
  /** How many owners have signed and how many must; undefined where that was not counted. */
  readonly signed: { readonly owners: number; readonly of: number } | undefined;
  readonly safe?: string;
  /** What its owners sign. */
  readonly hash?: string;
  readonly chainId: number | undefined;
}

function countOf(value: unknown, name: string): number | undefined {
  const found = member(value, name);
  return typeof found === 'number' ? found : undefined;
}

/** The proposal that an answer names. */
export function proposalOf(body: unknown): Proposal {
  const held = heldOf(body);
  const seconds = countOf(held, 'safePaymentDeadline');
  const owners = countOf(held, 'safeConfirmations');
  const of = countOf(held, 'safeThreshold');
  const { safeAddress: safe, safeTxHash: hash } = texts(held, ['safeAddress', 'safeTxHash']);
  return {
    until: seconds === undefined ? undefined : seconds * 1_000,
    isExecuted: Boolean(member(held, 'txHash')),
    signed: owners === undefined || of === undefined ? undefined : { owners, of },
    ...(safe && { safe }),
    ...(hash && { hash }),
    chainId: countOf(held, 'chainId'),
  };
}

/** What the API says of the request that waits for owners of a Safe. */
function heldOf(body: unknown): unknown {
  return list(body, 'requestStatuses').find((one) => member(one, 'safeTxHash'));
}

/** What is waited for, in a line. */
export function titleOf({ body, link }: Pick<At<'proposed'>, 'body' | 'link'>): string {
  const { isExecuted, signed, chainId } = proposalOf(body);
  if (!isExecuted) return messages.title(signed);
  const isElsewhere = link !== undefined && chainId !== link.network.chainId;
  return isElsewhere ? messages.onItsWay : messages.executed;
}

/** A link that was withdrawn is paid no more; one that expired settles late. */
function isWithdrawn({ status, body }: Answer): boolean {
  return status === 403 && member(body, 'status') !== 'expired';
}

/** What to say of a proposal that is waited for no more and that owners can still execute. */
export function overTextOf(answer: Answer | undefined): NoticeText {
  const { over, withdrawn } = messages.ends;
  return answer !== undefined && isWithdrawn(answer) ? withdrawn : over;
}

/**
 * What to say of a proposal that an answer shows to be waited for no more; undefined while it is. What the API could not
 * prove holds nobody back, and is waited for by the browser that has proposed it.
 */
export function endOf(
  { own, body }: Pick<At<'proposed'>, 'own' | 'body'>,
  answer: Answer,
  now: number,
): { readonly notice: NoticeText; readonly isGone: boolean } | undefined {
  // A poll that fails is repeated; 409 and 423 say by themselves what is next.
  if (answer.status !== 200 && answer.status !== 403) return undefined;
  const { replaced, failed } = messages.ends;
  const over = overTextOf(answer);
  const safeTxHash = own?.safeTxHash ?? member(heldOf(body), 'safeTxHash');
  const intent = list(answer.body, 'paymentIntents').find(
    (one) => member(one, 'safeTxHash') === safeTxHash,
  );
  switch (member(intent, 'status')) {
    case 'source_failed':
      return { notice: member(intent, 'txHash') ? failed : replaced, isGone: true };
    case 'proposal_expired':
      return { notice: over, isGone: false };
    case 'source_seen':
    case 'source_confirmed':
    case 'filled':
    case 'unfilled':
    case 'unpaid':
    case 'refunded':
      // It was executed: what becomes of it between the networks is followed as every payment from another one.
      if (member(intent, 'network') !== member(answer.body, 'network')) return undefined;
      return { notice: over, isGone: false };
    default: {
      const isWaiting = own !== undefined && now < own.until && !isWithdrawn(answer);
      return isWaiting ? undefined : { notice: over, isGone: false };
    }
  }
}
