import type { Partner, PartnerHost } from './partner-host.ts';
import { textAt } from './partner-host.ts';

/** Who receives the fees of tests. */
export const FEE_RECEIVER = '0x5555555555555555555555555555555555555555';

/** A fee that recipients of incoming payments bear. */
export const FEE_CONFIG_BODY = {
  bps: 250,
  feeBearer: 'recipient',
  flow: 'incoming',
  evmRecipientAddress: FEE_RECEIVER,
};

/** Adds a fee config of a partner's; returns its id. */
export async function newFeeConfig(
  { done }: Pick<PartnerHost, 'done'>,
  partner: Pick<Partner, 'key'>,
  input: object = {},
): Promise<string> {
  const body = { ...FEE_CONFIG_BODY, ...input };
  return textAt(await done('createFeeConfig', partner.key, { body }), 'id');
}

/** A client ID of a partner's own account, linked to it. */
export async function ownLinked(host: PartnerHost, partner: Partner) {
  const made = await host.newClientId(partner.accountId);
  await host.done('linkClientId', partner.key, { body: { clientId: made.clientId } });
  return made;
}

/** Client IDs that a partner may not name: not linked, linked to another partner, linked no more, and none. */
export async function clientIdsNotLinked(host: PartnerHost, partner: Partner): Promise<string[]> {
  const unlinked = await host.newClientId(partner.accountId);
  const foreign = await ownLinked(host, await host.newPartner());
  const ended = await ownLinked(host, partner);
  await host.done('unlinkClientId', partner.key, { params: { clientId: ended.clientId } });
  return [unlinked.clientId, foreign.clientId, ended.clientId, 'cli_none'];
}
