import { Component } from 'preact';
import { Address, Foreign, Primary, Secondary, Title, Waiting } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import { type Link, networkOf } from '../link.ts';
import { crosschainMessages } from '../messages/en/crosschain.ts';
import type { LaterFrame } from '../parts.tsx';
import { agreedFees } from '../read-fees.ts';
import {
  hasFailed,
  type IntentStatus,
  isLate,
  isOpen,
  type ShownIntent,
} from './payment-intents.ts';
import { type Followed, shownIntent } from './route-state.ts';
import { timeText } from './time-text.ts';

interface FollowingProps {
  readonly route: Followed;
  readonly link: Link;
  readonly frame: LaterFrame;
  /** To pay again, or in another way. */
  readonly onLeave: () => void;
}

const messages = crosschainMessages.follow;

/** What is shown of a payment that was sent on another network. */
interface ShownRoute {
  readonly status: IntentStatus;
  readonly networkId: string;
  readonly hash: string | undefined;
  readonly sentAt: number;
  readonly intent: ShownIntent | undefined;
}

/** Where the money is, from the payer's network to the payment's; the time is read anew every few seconds. */
export class Following extends Component<FollowingProps, { readonly now: number }> {
  override state = { now: Date.now() };
  #timer: ReturnType<typeof setInterval> | undefined;

  override componentDidMount(): void {
    this.#timer = setInterval(() => this.setState({ now: Date.now() }), 5_000);
  }

  override componentWillUnmount(): void {
    clearInterval(this.#timer);
  }

  override render() {
    const { route, link, onLeave } = this.props;
    const shown = shownRoute(route);
    if (shown === undefined) return <Waiting text={crosschainMessages.quoting} />;
    const isFailed = hasFailed(shown);
    const others = route.intents.filter((one) => isOpen(one) && one !== shown.intent).length;
    return (
      <>
        {isFailed ? (
          <Failed shown={shown} link={link} />
        ) : (
          <OnItsWay {...this.props} shown={shown} now={this.state.now} />
        )}
        {route.sent?.refundTo !== undefined && (
          <p class="fine">
            {messages.returnsTo} <Address address={route.sent.refundTo} />
          </p>
        )}
        <Transactions {...this.props} shown={shown} />
        {route.isOffline && <p class="notice">{messages.offline}</p>}
        {others > 0 && <p class="notice">{messages.others(others)}</p>}
        {isFailed && link.reference !== undefined && (
          <p class="fine">
            {messages.reference}: <Foreign text={link.reference} />
          </p>
        )}
        {isFailed && others === 0 ? (
          <Primary onClick={onLeave}>{messages.again}</Primary>
        ) : (
          <>
            <Secondary onClick={onLeave}>{messages.anotherWay}</Secondary>
            <p class="fine after">{messages.anotherWayNote}</p>
          </>
        )}
      </>
    );
  }
}

function shownRoute(route: Followed): ShownRoute | undefined {
  const { sent } = route;
  const intent = shownIntent(route);
  const networkId = sent?.networkId ?? intent?.networkId;
  if (networkId === undefined) return undefined;
  return {
    status: intent?.status ?? 'recorded',
    networkId,
    hash: sent?.hash ?? intent?.hash,
    sentAt: sent?.at ?? intent?.recordedAt ?? 0,
    intent,
  };
}

/** What is said on top where the payment did not arrive; undefined while it may. */
export function failedTitle(route: Followed): string | undefined {
  return failureOf(shownRoute(route))?.title;
}

function failureOf(shown: ShownRoute | undefined) {
  return Object.entries(messages.failed).find(([status]) => status === shown?.status)?.[1];
}

const nameOf = (networkId: string) => networkOf(networkId)?.name ?? networkId;

function Failed({ shown, link }: { readonly shown: ShownRoute; readonly link: Link }) {
  const about = failureOf(shown);
  if (about === undefined) return null;
  const source = nameOf(shown.networkId);
  return (
    <>
      <Title>{about.title}</Title>
      <p>{about.text(source, link.network.name)}</p>
      {hasFeesApart(link) && <p>{crosschainMessages.review.feesStay(source)}</p>}
    </>
  );
}

/** Whether fees of a link are paid by themselves, where its payer pays. */
function hasFeesApart({ feePlan, payments: [{ asset }] }: Link): boolean {
  return agreedFees(feePlan, asset.decimals).some(({ type }) => type !== 'platform_fee');
}

interface OnItsWayProps extends FollowingProps {
  readonly shown: ShownRoute;
  readonly now: number;
}

/** The two steps, and what is to know while they take longer than usual. */
function OnItsWay({ route, link, shown, now }: OnItsWayProps) {
  const source = nameOf(shown.networkId);
  const destination = link.network.name;
  const { status, intent } = shown;
  const isOnSource =
    route.word === 'mined' || (status !== 'recorded' && status !== 'source_failed');
  const hasArrived = status === 'filled' || status === 'settled';
  const isSlow = !hasArrived && isLate(shown.sentAt, now);
  const by = intent?.deadlineAt === undefined ? undefined : timeText(intent.deadlineAt);
  return (
    <>
      <Waiting text={route.sent === undefined ? messages.otherTitle : messages.title} />
      <ol class="steps">
        <li class="ready">{messages.sentOn(source)}</li>
        {isOnSource ? (
          <li class="ready">{messages.seenOn(source)}</li>
        ) : (
          <li class="now">{messages.waiting(source)}</li>
        )}
        {hasArrived ? (
          <>
            <li class="ready">{messages.arrivedOn(destination)}</li>
            <li class="now">{messages.counting}</li>
          </>
        ) : (
          <li class={isOnSource ? 'now' : ''}>{messages.arriving(destination)}</li>
        )}
      </ol>
      <Word route={route} source={source} />
      {isSlow && (
        <p class="notice">
          {isOnSource ? messages.late(destination, by) : messages.lateUnseen(source)}
        </p>
      )}
      <p>{messages.close}</p>
    </>
  );
}

/** What the payer's own network says, where that is nothing good. */
function Word({ route: { word }, source }: { readonly route: Followed; readonly source: string }) {
  if (word === 'reverted') return <p class="notice">{messages.reverted(source)}</p>;
  if (word === 'replaced') return <p class="notice">{messages.replaced}</p>;
  return word === 'lost' ? <p class="notice">{messages.lost}</p> : null;
}

interface TransactionsProps extends FollowingProps {
  readonly shown: ShownRoute;
}

/** Each transaction that is known, in the explorer of its network. */
function Transactions({ link, frame, shown }: TransactionsProps) {
  const { hash, networkId, intent } = shown;
  const source = networkOf(networkId);
  const known = [
    { name: messages.transactionOn, network: source, hash },
    { name: messages.transactionOn, network: link.network, hash: intent?.fillHash },
    { name: messages.refundOn, network: source, hash: intent?.refundHash },
  ];
  return (
    <>
      {known.map(
        (one) =>
          one.hash !== undefined &&
          one.network !== undefined && (
            <p key={one.hash}>
              {one.name(one.network.name)}:{' '}
              <Explorer link={{ network: one.network }} hash={one.hash} frame={frame} />
            </p>
          ),
      )}
    </>
  );
}
