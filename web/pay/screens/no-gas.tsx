import { showEstimate } from '../../ui/estimate.ts';
import { Address, Copy, Primary, Secondary, Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The wallet holds the tokens but too little coin for the network's fee. */
export const NoGas: LaterScreen<'no_gas'> = ({ visit, frame }) => {
  const { link, payer, plan } = visit;
  const coin = link.network.nativeSymbol;
  const words = frame.words.noGas;
  return (
    <>
      <Title>{words.title(coin)}</Title>
      <p>{words.text(coin, link.network.name)}</p>
      {plan.networkFee !== undefined && (
        <p>{words.about(`${showEstimate(plan.networkFee)} ${coin}`)}</p>
      )}
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
