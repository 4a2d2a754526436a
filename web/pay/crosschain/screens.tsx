import type { ComponentChildren } from 'preact';
import { Waiting } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import { billedMessages } from '../messages/en/billed.ts';
import { crosschainMessages as messages } from '../messages/en/crosschain.ts';
import { money, sumText } from '../parts.tsx';
import type { Step } from '../plan.ts';
import { ClosedWindow } from '../screens/closed-window.tsx';
import { Choose } from './choose.tsx';
import { Review } from './review.tsx';
import { nextStep, type RouteQuote, type RouteState } from './route-state.ts';
import type { RouteScreenProps } from './screen-props.ts';

/** Everything before a payment from another network is sent. */
export function RouteScreen(props: RouteScreenProps): ComponentChildren {
  const { route, state, frame } = props;
  const wallet = state.payer?.wallet.name ?? '';
  switch (route.at) {
    case 'loading':
      return <Waiting text={messages.choose.loading} />;
    case 'choose':
      return <Choose {...props} choice={route} />;
    case 'quoting':
      return <Waiting text={messages.quoting} />;
    case 'review':
      return <Review {...props} route={route} />;
    case 'busy':
      return <Busy {...props} route={route} wallet={wallet} />;
    case 'mismatch':
      return (
        <div class="stop" role="alert">
          <h3>{frame.messages.mismatch.title}</h3>
          <p>{frame.messages.mismatch.text(messages.mismatches[route.problem])}</p>
        </div>
      );
    default:
      return null;
  }
}

interface BusyProps extends RouteScreenProps {
  readonly route: Extract<RouteState, { at: 'busy' }>;
  readonly wallet: string;
}

/** A request is open in the wallet, or an approval is on its way. */
function Busy({ route, wallet, frame }: BusyProps) {
  const { network } = route.quote.source;
  if (route.doing === 'approving') {
    return (
      <>
        <Waiting text={messages.approving} />
        <p>{messages.approvingText}</p>
        <p>
          <Explorer link={{ network }} hash={route.hash} frame={frame} />
        </p>
      </>
    );
  }
  const isSwitching = route.doing === 'switching';
  return (
    <>
      <Waiting
        text={
          isSwitching
            ? frame.messages.switching(wallet, network.name)
            : frame.messages.confirmIn(wallet)
        }
      />
      {!isSwitching && <p class="lead">{busyText(route.quote)}</p>}
      <p>{billedMessages.signing.hint}</p>
      <ClosedWindow />
    </>
  );
}

function busyText(quote: RouteQuote): string {
  const { plan, safe } = quote;
  return safe ? billedMessages.signing.pay(sumText(plan.totals)) : signingText(nextStep(quote));
}

/** What the wallet asks for with a step. */
export function signingText(step: Step | undefined): string {
  const { signing } = billedMessages;
  if (step?.kind === 'reset') return signing.reset;
  if (step?.kind === 'approve') return signing.approve(money(step));
  if (step?.kind === 'fee') return signing.pay(money(step.fee));
  return signing.pay(sumText(step?.kind === 'pay' ? step.totals : []));
}
