import { recurringProxyAbi } from '#catalog/abis/recurring-proxy.ts';
import { RELAYER_ROLE } from '#catalog/recurring-proxies.ts';
import type { Hex } from '#kit/hex.ts';
import type { ScheduleProxyState } from '../../schedules.ts';
import { addressArgument, contractFunction, encodeCall } from '../encode.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { callIfThere } from '../permits/token-domain.ts';

const PAUSED = encodeCall(contractFunction(recurringProxyAbi, 'paused'), []);
const FEE_PROXY = encodeCall(contractFunction(recurringProxyAbi, 'erc20FeeProxy'), []);
const hasRole = contractFunction(recurringProxyAbi, 'hasRole');
const TRUE_WORD = /^0x0{63}1$/;
const FALSE_WORD = /^0x0{64}$/;

interface Parties {
  readonly proxy: Hex;
  readonly feeProxy: Hex;
  readonly sender: Hex | undefined;
}

/** See `Schedules.readProxy`. What answers in another form is not the contract. */
export async function readProxy(
  node: EvmNodeClient,
  { proxy, feeProxy, sender }: Parties,
): Promise<ScheduleProxyState> {
  const [paused, paysThrough, role] = await node.query((client) =>
    Promise.all([
      callIfThere(client, proxy, PAUSED),
      callIfThere(client, proxy, FEE_PROXY),
      sender === undefined
        ? undefined
        : callIfThere(client, proxy, encodeCall(hasRole, [RELAYER_ROLE, addressArgument(sender)])),
    ]),
  );
  const isPaused = paused !== undefined && TRUE_WORD.test(paused);
  return {
    isDeployed: isPaused || (paused !== undefined && FALSE_WORD.test(paused)),
    isPaused,
    isSenderAllowed: role !== undefined && TRUE_WORD.test(role),
    paysThroughKnownProxy: paysThrough === wordOf(feeProxy),
  };
}

const wordOf = (address: Hex): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
