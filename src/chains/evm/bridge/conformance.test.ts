import { encodeFunctionData, erc20Abi } from 'viem';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeBridge } from '../../../../tests/chains/conformance-bridge.ts';
import {
  type BridgeWorld,
  openBridgeWorld,
  passTime,
  type Relay,
} from '../../../../tests/support/bridge-world.ts';
import {
  CALL,
  messageOf,
  NOBODY,
  OUTPUT_USDC,
  PAYEE,
  PAYER,
  SOURCE_USDT,
} from '../../../../tests/support/route-sample.ts';
import { sendReverting } from '../../../../tests/support/send-reverting.ts';
import { destinationCall } from './destination-call.ts';

const callOf = (amountUnits: bigint) =>
  destinationCall(CONTRACTS.base.erc20FeeProxy, {
    kind: 'token',
    tokenAddress: OUTPUT_USDC,
    payeeAddress: PAYEE,
    paymentReference: '0x00000000000000aa',
    feeAddress: NOBODY,
    amountUnits,
    feeUnits: 5n,
  });

/** A call of the token that moves more than the payer has. */
function sendTooMuch({ source: { client } }: BridgeWorld): Promise<Hex> {
  const args = [TEST_ACCOUNTS.unrelated.address, 10n ** 40n] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  return sendReverting(client, PAYER, { to: SOURCE_USDT, data });
}

describeBridge('EVM networks', async () => {
  const world = await openBridgeWorld();
  const { source, destination } = world;
  const relays = new Map<string, Relay>();
  const relayOf = (depositId: bigint): Relay => {
    const relay = relays.get(depositId.toString());
    if (relay === undefined) throw new Error('there is no such deposit');
    return relay;
  };
  const onBoth = async (seconds: number) => {
    await passTime(source, seconds);
    await passTime(destination, seconds);
  };
  return {
    source: source.chain,
    destination: destination.chain,
    payerAddress: PAYER,
    payeeAddress: PAYEE,
    deposit: async ({ amountUnits }) => {
      const { data: callData } = callOf(amountUnits);
      const message = messageOf([{ ...CALL, callData, fromAmount: 105n }]);
      const { hash, relay } = await world.deposit({
        bridge: { minAmount: 120n },
        across: { outputAmount: 110n, message },
      });
      relays.set(relay.depositId.toString(), relay);
      return hash;
    },
    sendReverting: () => sendTooMuch(world),
    fill: ({ depositId }) => world.fill(relayOf(depositId)),
    refund: ({ depositId }) => world.refund(relayOf(depositId)),
    passDeadlines: () => onBoth(601),
    settle: async () => {
      for (let i = 0; i < 3; i += 1) await onBoth(1);
    },
    stop: async () => world[Symbol.asyncDispose](),
  };
});
