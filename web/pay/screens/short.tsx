import { Address, Copy, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { type LaterScreen, tokens } from '../parts.tsx';

/** The wallet holds too little of the token. */
export const Short: LaterScreen<'short'> = ({ visit, frame }) => {
  const { link, payer, plan } = visit;
  const words = frame.words.short;
  const network = link.network.name;
  const held = plan.balanceUnits;
  const missing = held !== undefined && held < plan.totalUnits ? plan.totalUnits - held : undefined;
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">
        {missing === undefined
          ? words.needTotal(tokens(link, plan.totalUnits), network)
          : words.need(tokens(link, missing), network)}
      </p>
      {held !== undefined && <p>{words.have(tokens(link, held))}</p>}
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
