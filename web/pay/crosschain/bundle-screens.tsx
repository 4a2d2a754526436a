import { type ComponentChildren, type ComponentProps, Fragment } from 'preact';
import { sameAddress } from '../../ui/address.ts';
import { showEstimate } from '../../ui/estimate.ts';
import { Address, Primary, Row, Secondary, Title, Waiting } from '../../ui/parts.tsx';
import { TRUSTED_BRIDGES } from '../../wallet/trusted-bridges.generated.ts';
import { announcedUntil } from '../announced.ts';
import { Explorer } from '../explorer.tsx';
import { dueOf, sumByAsset } from '../link.ts';
import { billedMessages } from '../messages/en/billed.ts';
import { bundleMessages as messages } from '../messages/en/bundle.ts';
import { crosschainMessages } from '../messages/en/crosschain.ts';
import type { Payer } from '../page-state.ts';
import { type LaterFrame, money, sumText } from '../parts.tsx';
import type { Step } from '../plan.ts';
import { FeeRow } from '../screens/bill.tsx';
import { ClosedWindow } from '../screens/closed-window.tsx';
import { LeftOut } from '../screens/left-out.tsx';
import { LookAlikes } from '../screens/look-alikes.tsx';
import type { BundleChild } from './bundle-children.ts';
import { type BundleQuote, type BundleState, type BundleStep, nextOf } from './bundle-state.ts';
import type { BundlePlan } from './check-bridge-bundle.ts';
import { Countdown } from './countdown.tsx';
import { noticeTextOf } from './notice.tsx';
import { signingText } from './screens.tsx';
import { findSource, type RouteSource } from './source-options.ts';
import { timeText } from './time-text.ts';

/** What the screens of a bundle are handed. */
export interface BundleScreenProps {
  readonly bundle: BundleState;
  readonly due: readonly BundleChild[];
  /** All children, with why one is not due. */
  readonly payments: ComponentProps<typeof LeftOut>['payments'];
  readonly payer: Payer;
  /** Whether nothing above the screen names the recipients, because they are on several networks. */
  readonly isApart: boolean;
  /** What was prepared on this page from a source, by `keyOf`. */
  readonly read: ReadonlyMap<string, BundlePlan>;
  readonly frame: LaterFrame;
  readonly onPick: (source: RouteSource) => void;
  readonly onChoose: () => void;
  readonly onGo: () => void;
  readonly onFollow: () => void;
  readonly onLeave: () => void;
}

/** Everything of a bundle before all of it is sent. */
export function BundleScreen(props: BundleScreenProps): ComponentChildren {
  const { bundle, payer, frame } = props;
  switch (bundle.at) {
    case 'choose':
      return <Choose {...props} notice={bundle.notice} />;
    case 'quoting':
      return <Waiting text={messages.quoting} />;
    case 'review':
      return <Review {...props} bundle={bundle} />;
    case 'busy':
      return <Busy bundle={bundle} payer={payer} frame={frame} />;
    case 'mismatch':
      return (
        <div class="stop" role="alert">
          <h3>{frame.messages.mismatch.title}</h3>
          <p>{frame.messages.mismatch.text(crosschainMessages.mismatches[bundle.problem])}</p>
        </div>
      );
    default:
      return null;
  }
}

/** The tokens that pages of bundles offer: dollars, which every network has. */
const TOKENS = ['USDC', 'USDT'] as const;

/** The tokens of networks on which no child is due; what the wallet holds of one is read once it is chosen. */
function sourcesOf(children: readonly BundleChild[], frame: LaterFrame): readonly RouteSource[] {
  const due = new Set(children.map(({ link }) => link.networkId));
  return Object.entries(TRUSTED_BRIDGES).flatMap(([networkId, { sourceChain }]) =>
    due.has(networkId) || !Object.hasOwn(frame.config.networks, networkId)
      ? []
      : TOKENS.flatMap((token) => findSource(sourceChain, token) ?? []),
  );
}

function Choose({
  due,
  frame,
  notice,
  read,
  onPick,
  onLeave,
}: BundleScreenProps & { readonly notice: Notice }) {
  const sources = sourcesOf(due, frame);
  return (
    <>
      <Title>{messages.choose.title}</Title>
      <Said notice={notice} />
      <p>{messages.choose.text(due.length)}</p>
      <ul class="wallets">
        {sources.map((source) => (
          <li key={keyOf(source)}>
            <button type="button" class="secondary source" onClick={() => onPick(source)}>
              <span>{messages.choose.from(source.asset.symbol, source.network.name)}</span>
              <Known plan={read.get(keyOf(source))} />
            </button>
          </li>
        ))}
      </ul>
      {sources.length === 0 && <p>{messages.choose.none}</p>}
      <Secondary onClick={onLeave}>{crosschainMessages.review.other}</Secondary>
    </>
  );
}

/** Names a source among those of a bundle. */
export const keyOf = ({ chain, token }: RouteSource) => `${chain} ${token}`;

/** What all payments took from a source, and what of it the transfers; nothing before it was read. */
function Known({ plan }: { readonly plan: BundlePlan | undefined }) {
  if (plan === undefined) return null;
  const { costUnits, sourceUnits, source, hasEnoughBalance } = plan;
  const shown = (units: bigint) => money({ asset: source.asset, units });
  const cost = costUnits === undefined ? undefined : shown(costUnits);
  return (
    <span class="fine">
      {messages.choose.known(shown(sourceUnits), cost)}
      {!hasEnoughBalance && messages.choose.tooLittle}
    </span>
  );
}

type Notice = Extract<BundleState, { at: 'choose' }>['notice'];

function Said({ notice }: { readonly notice: Notice }) {
  return (
    <div role="status">
      {notice !== undefined && (
        <p class="notice">{notice === 'too_many' ? messages.tooMany : noticeTextOf(notice)}</p>
      )}
    </div>
  );
}

interface ReviewProps extends BundleScreenProps {
  readonly bundle: Extract<BundleState, { at: 'review' }>;
}

/** The whole bill, what the next signature does, and the one button for it. */
function Review(props: ReviewProps) {
  const { bundle, due, payments, payer, frame, onGo, onChoose, onPick, onFollow } = props;
  const { quote, sent, notice, isExpired } = bundle;
  const { plan, source, left } = quote;
  const { network } = source;
  const step = nextOf(quote);
  const total = plan.approvals.length + plan.routes.length + plan.feeSteps.length;
  const isThere = payer.chainId === network.chainId;
  const canSign = notice !== 'short' && notice !== 'no_gas' && isExpired !== true;
  return (
    <>
      <Title>
        {billedMessages.review.title}
        <span class="progress"> {billedMessages.review.step(total - left.length + 1, total)}</span>
      </Title>
      {sent.length === 0 && <LookAlikes found={plan.lookAlikes} />}
      <Said notice={notice} />
      {step?.kind === 'fee' && <p class="notice">{messages.review.feesLeft}</p>}
      <Bill {...props} />
      {step !== undefined && (
        <div class="signed">
          <h3>{billedMessages.review.whatYouSign}</h3>
          {bundle.opens && <p class="notice">{billedMessages.review.opens}</p>}
          {left.slice(0, announcedOf(left, frame)).map((one, at) => (
            <Fragment key={at}>
              {at === 1 && <p class="notice">{billedMessages.review.nextOpens}</p>}
              <Explained step={one} bundle={bundle} due={due} />
            </Fragment>
          ))}
        </div>
      )}
      {plan.feeSteps.length > 0 && (
        <p class="fine">{crosschainMessages.review.feesStay(network.name)}</p>
      )}
      {canSign && !isThere && (
        <p class="notice">{billedMessages.review.wrongNetwork(payer.wallet.name, network.name)}</p>
      )}
      {isExpired && (
        <p class="notice">
          {sent.length > 0 ? messages.review.rest : crosschainMessages.review.expired}
        </p>
      )}
      {isExpired && sent.length === 0 && (
        <Primary onClick={() => onPick(source)}>{crosschainMessages.review.refresh}</Primary>
      )}
      {canSign && (
        <LeftOut payments={payments}>
          <Primary onClick={onGo}>
            {isThere ? labelOf(step, bundle) : billedMessages.review.switchTo(network.name)}
          </Primary>
          {!isThere && <p class="fine">{frame.messages.switchByHand(network.name)}</p>}
          {step?.kind !== 'fee' && (
            <p class="fine after">
              {crosschainMessages.review.price} <Countdown until={quote.expiresAt} />
            </p>
          )}
        </LeftOut>
      )}
      {sent.length > 0 ? (
        <Secondary onClick={onFollow}>{messages.review.follow}</Secondary>
      ) : (
        <Secondary onClick={onChoose}>{crosschainMessages.review.other}</Secondary>
      )}
    </>
  );
}

/** How many steps follow by themselves with the first one. */
function announcedOf(left: BundleQuote['left'], { config }: LaterFrame): number {
  const steps = left.map((one) => (one.kind === 'approval' ? one.step : one));
  return announcedUntil(steps, config);
}

function Bill({ bundle: { quote }, due, payer, isApart }: ReviewProps) {
  const { plan, source } = quote;
  const { asset, network } = source;
  return (
    <dl class="bill">
      <Row name={billedMessages.payFrom}>
        {payer.wallet.name}
        <br />
        <Address address={payer.address} />
      </Row>
      {isApart ? (
        <Row name={messages.review.payments(due.length)}>
          <ol class="payees">
            {due.map(({ position, link }) => (
              <li key={position}>
                <span class="payee-amount">{sumText(dueOf(link))}</span>
                <span class="fine">{link.network.name}</span>
                <span class="address">{link.payments[0].payee}</span>
              </li>
            ))}
          </ol>
        </Row>
      ) : (
        <Row name={messages.review.payments(due.length)} kind="sum">
          {sumText(sumByAsset(due.flatMap(({ link }) => dueOf(link))))}
        </Row>
      )}
      {plan.fees.map((fee, at) => (
        <FeeRow key={at} fee={fee} />
      ))}
      {plan.costUnits !== undefined && (
        <Row name={messages.review.cost} kind="sum">
          {money({ asset, units: plan.costUnits })}
        </Row>
      )}
      {plan.networkFee !== undefined && (
        <Row name={crosschainMessages.review.networkFee(network.name)} kind="sum">
          {showEstimate(plan.networkFee, network.nativeSymbol, plan.networkFeeUsd)}
        </Row>
      )}
      <Row name={crosschainMessages.review.youPayFrom(network.name)} kind="sum strong">
        {money({ asset, units: plan.sourceUnits })}
      </Row>
    </dl>
  );
}

interface ExplainedProps {
  readonly step: BundleStep;
  readonly bundle: Extract<BundleState, { at: 'review' }>;
  readonly due: readonly BundleChild[];
}

/** The next signature in sentences that are made from its bytes. */
function Explained({ step, bundle: { quote }, due }: ExplainedProps) {
  const { asset } = quote.source;
  if (step.kind !== 'route') return <ExplainedStep step={step.step} quote={quote} />;
  const { position, plan } = step.route;
  const child = due.find((one) => one.position === position);
  if (child === undefined) return null;
  const { network, payments } = child.link;
  const [{ asset: paid, payee = '' }] = payments;
  const taken = money({ asset, units: plan.routeUnits });
  const at = quote.plan.routes.indexOf(step.route) + 1;
  return (
    <>
      <p>
        {messages.review.pay(at, quote.plan.routes.length)}{' '}
        {crosschainMessages.review.pay(
          taken,
          money({ asset: paid, units: plan.mainUnits ?? plan.paidUnits }),
          network.name,
        )}{' '}
        <Address address={payee} /> {billedMessages.review.payReference}{' '}
        <span class="address">{plan.paymentReference}</span>.
      </p>
      <p>{crosschainMessages.review.comesBack(timeText(plan.fillDeadline))}</p>
      <p>{messages.review.alone}</p>
    </>
  );
}

/** An approval, for the bridge or for the fees, or a fee. */
function ExplainedStep({ step, quote }: { readonly step: Step; readonly quote: BundleQuote }) {
  const { review } = billedMessages;
  if (step.kind === 'fee') {
    return (
      <p>
        {review.feeText(step.fee.label, money(step.fee))} <Address address={step.fee.address} />.
      </p>
    );
  }
  if (step.kind === 'reset') return <p>{review.resetText(step.asset.symbol)}</p>;
  if (step.kind !== 'approve') return null;
  const isOfFees = quote.plan.feeSteps.some(({ call }) => sameAddress(call.to, step.spender));
  const { approve, approveFees } = messages.review;
  return (
    <>
      <p>{isOfFees ? approveFees(money(step)) : approve(money(step))}</p>
      <p class="fine">
        {isOfFees ? review.contract : crosschainMessages.review.contract}{' '}
        <Address address={step.spender} />
      </p>
    </>
  );
}

function labelOf(step: BundleStep | undefined, { quote }: ReviewProps['bundle']): string {
  const { review } = billedMessages;
  if (step !== undefined && step.kind !== 'route') {
    const { step: one } = step;
    if (one.kind === 'fee') return review.feeButton(money(one.fee));
    return one.kind === 'approve' ? review.approveButton(money(one)) : review.resetButton;
  }
  const units = step?.route.plan.routeUnits ?? 0n;
  return review.payButton(money({ asset: quote.source.asset, units }));
}

interface BusyProps {
  readonly bundle: Extract<BundleState, { at: 'busy' }>;
  readonly payer: Payer;
  readonly frame: LaterFrame;
}

/** A request is open in the wallet, or an approval is on its way. */
function Busy({ bundle, payer, frame }: BusyProps) {
  const { network } = bundle.quote.source;
  const { name } = payer.wallet;
  if (bundle.doing === 'approving') {
    return (
      <>
        <Waiting text={crosschainMessages.approving} />
        <p>{crosschainMessages.approvingText}</p>
        <p>
          <Explorer link={{ network }} hash={bundle.hash} frame={frame} />
        </p>
      </>
    );
  }
  const isSwitching = bundle.doing === 'switching';
  return (
    <>
      <Waiting
        text={
          isSwitching
            ? frame.messages.switching(name, network.name)
            : frame.messages.confirmIn(name)
        }
      />
      {!isSwitching && <p class="lead">{askedText(bundle.quote)}</p>}
      <p>{billedMessages.signing.hint}</p>
      <ClosedWindow />
    </>
  );
}

/** What the open request of the wallet is for. */
function askedText(quote: BundleQuote): string {
  const step = nextOf(quote);
  if (step?.kind !== 'route') return signingText(step?.step);
  const units = step.route.plan.routeUnits;
  return billedMessages.signing.pay(money({ asset: quote.source.asset, units }));
}
