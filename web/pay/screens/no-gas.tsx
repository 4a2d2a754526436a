import { showEstimate } from '../../ui/estimate.ts';
import { Address, Copy, Primary, Title } from '../../ui/parts.tsx';
import { Elsewhere } from '../elsewhere.tsx';
import { billedMessages } from '../messages/en/billed.ts';
import type { LaterScreen } from '../parts.tsx';
import { OtherAccounts } from './other-accounts.tsx';
import { OtherWallet } from './other-wallet.tsx';

/** The wallet holds the tokens but too little coin for the network's fee. */
export const NoGas: LaterScreen<'no_gas'> = ({ state, frame }) => {
  const { link, payer, plan } = state;
  const coin = link.network.nativeSymbol;
  const messages = frame.messages.noGas;
  return (
    <>
      <Title>{messages.title(coin)}</Title>
      <p>{messages.text(coin, link.network.name)}</p>
      {plan.networkFee !== undefined && (
        <p>{messages.about(showEstimate(plan.networkFee, coin))}</p>
      )}
      {plan.steps[0]?.networkFeeNote && <p class="fine">{plan.steps[0].networkFeeNote}</p>}
      {state.together === 'elsewhere' ? (
        <p class="notice">{billedMessages.elsewhere(link.network.name)}</p>
      ) : (
        <p>
          <Address address={payer.address} /> <Copy text={payer.address} frame={frame} />
        </p>
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
