import { list, member, texts } from '../../engine/members.ts';
import { unitsOf } from '../../ui/amount.ts';
import { Secondary, Title, Waiting } from '../../ui/parts.tsx';
import { assetOf, networkOf } from '../link.ts';
import { bundleMessages } from '../messages/en/bundle.ts';
import { crosschainMessages } from '../messages/en/crosschain.ts';
import { money } from '../parts.tsx';
import type { BundleState, ChildIntent, FollowedBundle } from './bundle-state.ts';
import { hasFailed, isOpen, isSameHash } from './payment-intents.ts';

const messages = bundleMessages.follow;

/** A child as it is followed. */
interface FollowedChild {
  readonly text: string;
  readonly token: string;
  /** Its payment may still arrive, so that nothing leads to paying it again. */
  readonly isOpen: boolean;
  readonly isPaid: boolean;
  readonly amount: string;
}

interface FollowingProps {
  readonly bundle: Extract<BundleState, { at: 'following' }>;
  /** The display data from before the first answer. */
  readonly view: unknown;
  readonly onLeave: () => void;
}

/** What is said on top once none of the children may still arrive; undefined before, and while none is known. */
export function endedTitle(children: readonly FollowedChild[]): string | undefined {
  const isEnded = children.length > 0 && !children.some((one) => one.isOpen);
  return isEnded ? messages.ended : undefined;
}

/** The children of a bundle, as far as they are known. */
export function followedChildren(bundle: FollowedBundle, view: unknown): readonly FollowedChild[] {
  return list(bundle.view ?? view, 'children').map((child, at) => followedChild(child, at, bundle));
}

/** Where the money of each child is; those that were not sent or have failed lead to their own links. */
export function BundleFollowing({ bundle, view, onLeave }: FollowingProps) {
  const children = followedChildren(bundle, view);
  const ended = endedTitle(children);
  return (
    <>
      {ended ? <Title>{ended}</Title> : <Waiting text={messages.title} />}
      <ol class="payees">
        {children.map((child, at) => (
          <li key={at}>
            <span class="payee-amount">{child.amount}</span>
            <span class="fine">{child.text}</span>
            {!child.isOpen && !child.isPaid && (
              <a class="explorer" href={`?token=${child.token}`}>
                {messages.pay}
              </a>
            )}
          </li>
        ))}
      </ol>
      {bundle.isOffline && <p class="notice">{crosschainMessages.follow.offline}</p>}
      {!ended && <p>{messages.close}</p>}
      <Secondary onClick={onLeave}>{crosschainMessages.follow.anotherWay}</Secondary>
      {!ended && <p class="fine after">{messages.anotherWayNote}</p>}
    </>
  );
}

/** What is known of a child: the API's word first, then what this browser has sent. */
function followedChild(child: unknown, position: number, bundle: FollowedBundle): FollowedChild {
  const {
    securePaymentToken: token = '',
    amount = '',
    blockReason,
  } = texts(child, ['securePaymentToken', 'amount', 'blockReason']);
  const { network: networkId = '', currency = '' } = texts(member(child, 'context'), [
    'network',
    'currency',
  ]);
  const network = networkOf(networkId);
  const asset = network && assetOf(network, currency);
  const units = asset && unitsOf(amount, asset.decimals);
  const shown = asset && units !== undefined ? money({ asset, units }) : amount;
  const sent = bundle.sent.find((one) => one.position === position);
  const intents = bundle.intents.filter(
    (one) => one.position === position || isSameHash(one.hash, sent?.hash),
  );
  const intent = intents.find(isOpen) ?? intents[0];
  const isPaid = blockReason === 'already_paid' || intent?.status === 'settled';
  const isFailed = intent !== undefined && hasFailed(intent);
  return {
    token,
    amount: `${shown}, ${network?.name ?? networkId}`,
    isPaid,
    isOpen: !isPaid && !isFailed && (sent !== undefined || intent !== undefined),
    text: isPaid
      ? messages.settled
      : textOf(intent, { isSent: sent !== undefined, network: network?.name ?? networkId }),
  };
}

function textOf(
  intent: ChildIntent | undefined,
  { isSent, network }: { readonly isSent: boolean; readonly network: string },
): string {
  if (intent === undefined) return isSent ? messages.sent : messages.unsent;
  switch (intent.status) {
    case 'recorded':
    case 'source_seen':
      return messages.sent;
    case 'source_confirmed':
      return messages.onItsWay(network);
    case 'filled':
    case 'settled':
      return messages.arrived(network);
    default:
      return messages.failed[intent.status];
  }
}
