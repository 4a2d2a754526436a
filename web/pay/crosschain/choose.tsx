import { Secondary, Title } from '../../ui/parts.tsx';
import { crosschainMessages as messages } from '../messages/en/crosschain.ts';
import { money } from '../parts.tsx';
import { Notice } from './notice.tsx';
import type { RouteState } from './route-state.ts';
import { loadedSafeRoute } from './safe-route-part.ts';
import type { RouteScreenProps } from './screen-props.ts';
import type { RouteSource, SourceOption } from './source-options.ts';

interface ChooseProps extends RouteScreenProps {
  readonly choice: Extract<RouteState, { at: 'choose' }>;
}

/** The tokens that could pay, those that cost least first; what is not enough stays to be seen. */
export function Choose({ choice, safe, state, onPick, onChoose, onLeave }: ChooseProps) {
  const { options, sources, notice } = choice;
  const { network, payments } = state.link;
  const part = safe && loadedSafeRoute();
  const able = options.filter(({ canPay }) => canPay);
  const short = options.filter(({ canPay, heldUnits }) => !canPay && heldUnits > 0n);
  return (
    <>
      <Title>{messages.choose.title}</Title>
      <Notice notice={notice} />
      <ul class="wallets">
        {able.map((option) => (
          <li key={keyOf(option)}>
            <button type="button" class="secondary source" onClick={() => onPick(option)}>
              <span>{nameOf(option)}</span>
              <span class="fine">{costText(option)}</span>
            </button>
          </li>
        ))}
      </ul>
      {able.length + sources.length === 0 && <p>{messages.choose.none}</p>}
      {short.length > 0 && (
        <ul class="sources-short fine">
          {short.map((option) => (
            <li key={keyOf(option)}>
              {nameOf(option)}: {shortText(option)}
            </li>
          ))}
        </ul>
      )}
      {safe && part && (
        <part.SafeSources {...{ safe, sources, nameOf, onPick }} destination={network.name} />
      )}
      <Secondary onClick={onChoose}>{messages.choose.refresh}</Secondary>
      <Secondary onClick={onLeave}>
        {messages.choose.own(payments[0].asset.symbol, network.name)}
      </Secondary>
      <p class="fine after">{messages.choose.ownNote}</p>
    </>
  );
}

const keyOf = ({ chain, token }: RouteSource) => `${chain} ${token}`;

function nameOf({ asset, network }: RouteSource): string {
  return messages.choose.from(asset.symbol, network.name);
}

/** What it takes, what of that the transfer costs, and how long it takes. */
function costText({ asset, neededUnits, costUnits, durationS }: SourceOption): string {
  const { total, cost, free, arrives } = messages.choose;
  const parts = [total(money({ asset, units: neededUnits }))];
  if (costUnits !== undefined)
    parts.push(costUnits > 0n ? cost(money({ asset, units: costUnits })) : free);
  if (durationS !== undefined) parts.push(arrives(durationS));
  return parts.join(', ');
}

function shortText({ asset, heldUnits, neededUnits }: SourceOption): string {
  return messages.choose.held(
    money({ asset, units: heldUnits }),
    money({ asset, units: neededUnits }),
  );
}
