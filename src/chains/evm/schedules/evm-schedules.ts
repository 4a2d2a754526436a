import type { Hex } from '#kit/hex.ts';
import { recoverSigner } from '../../key-signature.ts';
import type { SchedulePermit, SchedulePermitCheck, Schedules } from '../../schedules.ts';
import { evmAddress } from '../address.ts';
import { encodeApproval } from '../encode.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { encodeTrigger, readRefusal } from './encode-trigger.ts';
import { findTrigger } from './find-trigger.ts';
import { preparePermit, readPermit } from './permit.ts';
import { readProxy } from './read-proxy.ts';
import { isContractCode, readPayer, readState } from './read-state.ts';

interface ScheduleContracts {
  readonly proxy: Hex;
  readonly feeProxy: Hex;
  /** Who is to take the instalments; undefined without a key. */
  readonly sender: Hex | undefined;
}

/** The schedules of a network, by the contract at this address. */
export function evmSchedules(node: EvmNodeClient, contracts: ScheduleContracts): Schedules {
  const { proxy, feeProxy } = contracts;
  return {
    proxyAddress: proxy,
    prepare: (terms) => preparePermit(node.network, proxy, terms),
    readProxy: () => readProxy(node, contracts),
    readPayer: (payer, { address }) =>
      readPayer(node, { proxy, payer: evmAddress(payer), token: evmAddress(address) }),
    readState: (permits) => readState(node, permits),
    verify: (permit, signature) => verify(node, permit, signature),
    approvalCall: (spenderAddress, { address }, units) =>
      encodeApproval(address, spenderAddress, units),
    trigger: encodeTrigger,
    readRefusal,
    findTrigger: (permit, index, fromBlock) =>
      findTrigger(node, { feeProxy, permit, index, fromBlock }),
  };
}

async function verify(
  node: EvmNodeClient,
  permit: SchedulePermit,
  signature: Hex,
): Promise<SchedulePermitCheck> {
  const { digest, values } = readPermit(permit);
  const payer = values.subscriber;
  const signer = await recoverSigner(digest, signature);
  if (signer !== undefined && !signer.malleable && evmAddress(signer.address) === payer) {
    return 'valid';
  }
  const code = await node.query((client) =>
    client.request({ method: 'eth_getCode', params: [payer, 'latest'] }),
  );
  return isContractCode(code) ? 'contract' : 'not_signed';
}
