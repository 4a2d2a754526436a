import { elapsedMs, systemClock } from '#kit/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { identityProvidersOf } from '../identity-providers-of.ts';
import type { Finding } from './finding.ts';

/** Whether each identity provider takes our key. One that does not answer stops no start: payers wait. */
export async function checkIdentityProviders({
  identityProviders: vendors,
}: Pick<Config, 'identityProviders'>): Promise<readonly Finding[]> {
  const outbound = openOutbound({ privateAddresses: 'allow' });
  const opened = identityProvidersOf(vendors, { outbound, now: systemClock, elapsedMs });
  const findings = vendors.map(async ({ name }, index): Promise<Finding> => {
    const about = `identity provider ${name}`;
    try {
      await opened?.find(name)?.checkAccess();
      const starts = index === 0 ? ', and checks new payers' : '';
      return { about, ok: true, text: `answers${starts}` };
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const text = `does not answer: ${said}. Payers that it checks stay as they are`;
      return { about, ok: true, warns: true, text };
    }
  });
  const found = await Promise.all(findings);
  await outbound.close();
  return found;
}
