import { Fragment } from 'preact';
import { sameAddress } from '../../ui/address.ts';
import { leftToRight, showAmount } from '../../ui/amount.ts';
import { showEstimate } from '../../ui/estimate.ts';
import { Address, Primary, Row, Secondary, Title } from '../../ui/parts.tsx';
import type { Asset } from '../../wallet/trusted-network.ts';
import { announcedUntil } from '../announced.ts';
import { headlineOf, type Link } from '../link.ts';
import { billedMessages } from '../messages/en/billed.ts';
import { crosschainMessages as messages } from '../messages/en/crosschain.ts';
import type { LinkElsewhere } from '../page-state.ts';
import { money, sumText } from '../parts.tsx';
import type { Step } from '../plan.ts';
import { FeeRow } from '../screens/bill.tsx';
import { LookAlikes } from '../screens/look-alikes.tsx';
import type { BridgePlan, PlannedSwap } from './bridge-plan.ts';
import { sumOf } from './check-legs.ts';
import { Countdown } from './countdown.tsx';
import { Notice } from './notice.tsx';
import { RATE_DECIMALS, rateOf } from './route-cost.ts';
import { nextStep, type RouteQuote, type RouteState } from './route-state.ts';
import { loadedSafeRoute } from './safe-route-part.ts';
import type { RouteScreenProps } from './screen-props.ts';
import type { RouteSource } from './source-options.ts';
import { timeText } from './time-text.ts';

interface ReviewProps extends RouteScreenProps {
  readonly route: Extract<RouteState, { at: 'review' }>;
}

/** The whole bill, what the next signature does, how long its price is good, and the one button for it. */
export function Review({ route, state, frame, onGo, onRefresh, onChoose }: ReviewProps) {
  const { quote, notice, isExpired, sent } = route;
  const { network } = quote.source;
  const step = nextStep(quote);
  const isThere = state.payer?.chainId === network.chainId;
  const canSign = notice !== 'short' && notice !== 'no_gas' && isExpired !== true;
  return (
    <>
      <Title>{billedMessages.review.title}</Title>
      <LookAlikes found={quote.plan.lookAlikes} />
      <div role="status">
        <Notice notice={notice} quote={quote} />
        {sent && <p class="notice">{billedMessages.review.feesLeft}</p>}
      </div>
      {!sent && <RouteBill quote={quote} state={state} />}
      {step !== undefined && (
        <Signed quote={quote} state={state} frame={frame} opens={route.opens} />
      )}
      {quote.plan.steps.some(({ kind }) => kind === 'fee') && (
        <p class="fine">{messages.review.feesStay(network.name)}</p>
      )}
      {canSign && !isThere && (
        <p class="notice">
          {billedMessages.review.wrongNetwork(state.payer?.wallet.name ?? '', network.name)}
        </p>
      )}
      {isExpired && <p class="notice">{messages.review.expired}</p>}
      {isExpired && <Primary onClick={onRefresh}>{messages.review.refresh}</Primary>}
      {canSign && (
        <>
          <Primary onClick={onGo}>
            {isThere ? labelOf(step, quote) : billedMessages.review.switchTo(network.name)}
          </Primary>
          {!isThere && <p class="fine">{frame.messages.switchByHand(network.name)}</p>}
          {!sent && (
            <p class="fine after">
              {messages.review.price} <Countdown until={quote.expiresAt} />
            </p>
          )}
        </>
      )}
      {!sent && <Secondary onClick={onChoose}>{messages.review.other}</Secondary>}
    </>
  );
}

interface BillProps {
  readonly quote: RouteQuote;
  readonly state: LinkElsewhere;
}

/** All that leaves the wallet, and for what. */
export function RouteBill({ quote, state: { link, payer } }: BillProps) {
  const { plan, source, durationS } = quote;
  const { asset, network } = source;
  const { review } = messages;
  return (
    <dl class="bill">
      <Row name={billedMessages.payFrom}>
        {payer?.wallet.name}
        <br />
        <Address address={payer?.address ?? ''} />
      </Row>
      <Row name={billedMessages.amount} kind="sum">
        {sumText(headlineOf(link))}
      </Row>
      {plan.fees.map((fee) => (
        <FeeRow key={`${fee.address}${fee.label}`} fee={fee} />
      ))}
      {plan.costUnits === undefined ? (
        <Row name={review.rate} kind="sum">
          {rateText(quote, link)}
        </Row>
      ) : (
        <Row name={review.cost} kind="sum">
          {money({ asset, units: plan.costUnits })}
        </Row>
      )}
      {plan.swap && (
        <Row name={review.swap(plan.swap.asset.symbol)} kind="sum">
          {swapText(plan.swap, asset)}
        </Row>
      )}
      {plan.routeFees.length > 0 && (
        <Row name={review.routeFee} kind="sum">
          {money({ asset, units: sumOf(plan.routeFees) })}
        </Row>
      )}
      {plan.networkFee !== undefined && (
        <Row name={review.networkFee(network.name)} kind="sum">
          {showEstimate(plan.networkFee, network.nativeSymbol, plan.networkFeeUsd)}
        </Row>
      )}
      <Row name={review.arrives} kind="sum">
        {durationS === undefined ? review.arrivesSoon : review.arrivesIn(durationS)}
      </Row>
      <Row name={review.youPayFrom(network.name)} kind="sum strong">
        {money({ asset, units: plan.sourceUnits })}
      </Row>
    </dl>
  );
}

/** What a swap before the bridge costs at most, or what it gives at least where only a rate could say that. */
function swapText(swap: PlannedSwap, asset: Asset): string {
  const { costUnits: units } = swap;
  return units === undefined ? givenText(swap) : messages.review.atMost(money({ asset, units }));
}

function givenText({ asset, leastUnits: units }: PlannedSwap): string {
  return messages.review.atLeast(money({ asset, units }));
}

/** What a route takes, and what that is swapped to before the bridge. */
function takenText({ routeUnits: units, swap }: BridgePlan, { asset }: RouteSource): string {
  const taken = money({ asset, units });
  return swap === undefined ? taken : messages.review.swapped(taken, givenText(swap));
}

/** What one whole of the source token pays, where only a rate could say what the route costs. */
function rateText({ plan, source: { asset } }: RouteQuote, { payments: [due] }: Link): string {
  const rate = rateOf(
    { asset, units: plan.routeUnits },
    { asset: due.asset, units: plan.paidUnits },
  );
  return leftToRight(`1 ${asset.symbol} = ${showAmount(rate, RATE_DECIMALS)} ${due.asset.symbol}`);
}

interface SignedProps extends BillProps, Pick<RouteScreenProps, 'frame'> {
  readonly opens: boolean | undefined;
}

/** What the next signature does: one step, or all of them where a Safe makes one transaction of them. */
function Signed({ quote, state, frame, opens }: SignedProps) {
  const { steps } = quote.plan;
  const part = quote.safe && loadedSafeRoute();
  const { review } = billedMessages;
  return (
    <div class="signed">
      <h3>{review.whatYouSign}</h3>
      {part && <part.SafeNote quote={quote} />}
      {opens && <p class="notice">{review.opens}</p>}
      {steps.slice(0, part ? steps.length : announcedUntil(steps, frame.config)).map((one, at) => (
        <Fragment key={at}>
          {at === 1 && !part && <p class="notice">{review.nextOpens}</p>}
          <Explained step={one} quote={quote} state={state} />
        </Fragment>
      ))}
    </div>
  );
}

/** The next signature in sentences that are made from its bytes. */
function Explained({ step, quote, state }: BillProps & { readonly step: Step }) {
  const { review } = billedMessages;
  const { link } = state;
  const { plan, source } = quote;
  const [{ asset, payee = '' }] = link.payments;
  const units = plan.mainUnits ?? plan.paidUnits;
  const part = quote.safe && loadedSafeRoute();
  const payText = part?.safeRouteMessages.pay ?? messages.review.pay;
  return (
    <>
      {step.kind === 'reset' && <p>{review.resetText(step.asset.symbol)}</p>}
      {step.kind === 'approve' && (
        <p>{messages.review.approve(isOfBridge(step, plan), money(step))}</p>
      )}
      {step.kind === 'fee' && (
        <p>
          {review.feeText(step.fee.label, money(step.fee))} <Address address={step.fee.address} />.
        </p>
      )}
      {step.kind === 'pay' && (
        <>
          <p>
            {payText(takenText(plan, source), money({ asset, units }), link.network.name)}{' '}
            <Address address={payee} /> {review.payReference}{' '}
            <span class="address">{plan.paymentReference}</span>.
          </p>
          {part ? (
            <part.SafeReturn quote={quote} state={state} />
          ) : (
            <p>{messages.review.comesBack(timeText(plan.fillDeadline), plan.swap?.asset.symbol)}</p>
          )}
        </>
      )}
      <p class="fine">
        {(isOfBridge(step, plan) ? messages : billedMessages).review.contract}{' '}
        <Address address={'spender' in step ? step.spender : step.call.to} />
      </p>
    </>
  );
}

/** The fees of a payment are taken by the payment contract, everything else by the bridge. */
function isOfBridge(step: Step, { steps }: BridgePlan): boolean {
  const [bridge] = steps.flatMap((one) => (one.kind === 'pay' ? [one.call.to] : []));
  return sameAddress('spender' in step ? step.spender : step.call.to, bridge);
}

function labelOf(step: Step | undefined, quote: RouteQuote): string {
  const { plan, safe } = quote;
  const { review } = billedMessages;
  if (safe !== undefined) {
    const proposes = loadedSafeRoute()?.safeButton(quote);
    return proposes ?? review.payButton(sumText(plan.totals));
  }
  if (step?.kind === 'reset') return review.resetButton;
  if (step?.kind === 'approve') return review.approveButton(money(step));
  if (step?.kind === 'fee') return review.feeButton(money(step.fee));
  return review.payButton(sumText(step?.kind === 'pay' ? step.totals : []));
}
