import { Address, Copy, Primary, Title } from '../../ui/parts.tsx';
import { Elsewhere } from '../elsewhere.tsx';
import { billedMessages } from '../messages/en/billed.ts';
import { type LaterScreen, money } from '../parts.tsx';
import { OtherAccounts } from './other-accounts.tsx';
import { OtherWallet } from './other-wallet.tsx';

/** The wallet holds too little of something that is paid in. */
export const Short: LaterScreen<'short'> = ({ state, frame }) => {
  const { link, payer, plan } = state;
  const messages = frame.messages.short;
  const network = link.network.name;
  return (
    <>
      <Title>{messages.title}</Title>
      {plan.shortages.map(({ asset, requiredUnits, heldUnits: held }) => (
        <div key={asset.address}>
          <p class="lead">
            {held === undefined || held >= requiredUnits
              ? messages.needTotal(money({ asset, units: requiredUnits }), network)
              : messages.need(money({ asset, units: requiredUnits - held }), network)}
          </p>
          {held !== undefined && <p>{messages.have(money({ asset, units: held }))}</p>}
          {asset.address === undefined && <p class="fine">{messages.headroom(asset.symbol)}</p>}
        </div>
      ))}
      {state.together === 'elsewhere' ? (
        <p class="notice">{billedMessages.elsewhere(network)}</p>
      ) : (
        <>
          <p>{messages.fund}</p>
          <p>
            <Address address={payer.address} /> <Copy text={payer.address} frame={frame} />
          </p>
        </>
      )}
      <Primary onClick={() => frame.dispatch({ type: 'refresh' })}>
        {frame.messages.refresh}
      </Primary>
      <Elsewhere state={state} frame={frame} />
      <OtherAccounts state={state} frame={frame} />
      <OtherWallet state={state} frame={frame} />
    </>
  );
};
