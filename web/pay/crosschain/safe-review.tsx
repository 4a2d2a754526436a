import { sameAddress } from '../../ui/address.ts';
import { Address } from '../../ui/parts.tsx';
import { safeRouteMessages as messages } from '../messages/en/safe-route.ts';
import type { LinkElsewhere } from '../page-state.ts';
import { sumText } from '../parts.tsx';
import type { RouteQuote } from './route-state.ts';
import { timeText } from './time-text.ts';

interface ShownQuote {
  readonly quote: RouteQuote;
  readonly state: LinkElsewhere;
}

/** That all calls are one transaction, and until when owners can execute it. */
export function SafeNote({ quote: { plan, safe, source } }: Pick<ShownQuote, 'quote'>) {
  const calls = plan.steps.length;
  if (safe?.isProposed !== true) return <p>{messages.atOnce(calls)}</p>;
  return (
    <>
      <p>{messages.propose(calls, source.network.name)}</p>
      <p class="notice">{messages.until(timeText(safe.until))}</p>
    </>
  );
}

/** To whom returns what does not arrive. */
export function SafeReturn({ quote: { plan, safe, source }, state: { link, payer } }: ShownQuote) {
  const { refundTo = '' } = safe ?? {};
  const isOwner = !sameAddress(refundTo, payer?.address);
  return (
    <p>
      {messages.returns(timeText(plan.fillDeadline), plan.swap?.asset.symbol)}{' '}
      <Address address={refundTo} />.{' '}
      {isOwner ? messages.toOwner : messages.toSafe(source.network.name, link.network.name)}
    </p>
  );
}

/** What the one button of a proposal says; undefined for calls that are executed at once. */
export function safeButton({ plan, safe }: RouteQuote): string | undefined {
  return safe?.isProposed === true ? messages.button(sumText(plan.totals)) : undefined;
}
