import { Address, Copy, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { type LaterScreen, money } from '../parts.tsx';

/** The wallet holds too little of something that is paid in. */
export const Short: LaterScreen<'short'> = ({ visit, frame }) => {
  const { link, payer, plan } = visit;
  const words = frame.words.short;
  const network = link.network.name;
  return (
    <>
      <Title>{words.title}</Title>
      {plan.shortages.map(({ asset, requiredUnits, heldUnits: held }) => (
        <div key={asset.address}>
          <p class="lead">
            {held === undefined || held >= requiredUnits
              ? words.needTotal(money({ asset, units: requiredUnits }), network)
              : words.need(money({ asset, units: requiredUnits - held }), network)}
          </p>
          {held !== undefined && <p>{words.have(money({ asset, units: held }))}</p>}
          {asset.address === undefined && <p class="fine">{words.headroom(asset.symbol)}</p>}
        </div>
      ))}
      <p>{words.fund}</p>
      <p>
        <Address address={payer.address} /> <Copy text={payer.address} frame={frame} />
      </p>
      <Primary onClick={() => frame.tell({ type: 'refresh' })}>{frame.words.refresh}</Primary>
      <Secondary onClick={() => frame.tell({ type: 'other_wallet' })}>
        {frame.words.otherWallet}
      </Secondary>
    </>
  );
};
