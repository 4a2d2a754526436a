import type { Config } from '#platform/config/config.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { openBridgeProvider } from '#providers/bridge-xyz/bridge-provider.ts';

/** What is found of the off-ramp provider. */
interface OffRampFinding {
  readonly about: string;
  readonly ok: true;
  readonly warns: boolean;
  readonly text: string;
}

/** No bank account has this id, so that the answer gives nobody away. */
const QUERIED = 'florin-doctor';

/** Whether the off-ramp provider of the settings takes the key. A silent one stops no start: payouts wait for it. */
export async function checkOffRamp({
  offRamp,
}: Pick<Config, 'offRamp'>): Promise<readonly OffRampFinding[]> {
  if (offRamp === undefined) return [];
  const { url: baseUrl, ...rest } = offRamp;
  const about = 'off-ramp provider';
  const outbound = openOutbound({ privateAddresses: 'allow' });
  try {
    const provider = openBridgeProvider({ outbound, baseUrl, ...rest });
    await provider.readAccount(QUERIED);
    const callbacks = rest.callbackKey === undefined ? '; callbacks are refused' : '';
    return [{ about, ok: true, warns: false, text: `${provider.name} takes the key${callbacks}` }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ about, ok: true, warns: true, text: `${reason}: payouts to banks wait meanwhile` }];
  } finally {
    await outbound.close();
  }
}
