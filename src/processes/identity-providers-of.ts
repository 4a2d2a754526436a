import type { Clock } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import type { IdentityVendorSettings } from '#platform/config/config.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { IdentityProvider, IdentityProviders } from '#providers/identity-provider.ts';
import { observeCalls } from '#providers/observe-calls.ts';
import { observeIdentityProvider } from '#providers/observe-vendors.ts';
import { openPersonaProvider } from '#providers/persona/persona-provider.ts';
import { openSumsubProvider } from '#providers/sumsub/sumsub-provider.ts';

interface Opening {
  readonly outbound: Outbound;
  readonly now: Clock;
  readonly elapsedMs: () => number;
}

/** The providers of these settings, of which the first starts new checks; undefined for none. */
export function identityProvidersOf(
  vendors: readonly IdentityVendorSettings[],
  opening: Opening,
): IdentityProviders | undefined {
  if (vendors.length === 0) return undefined;
  const byName = new Map<string, IdentityProvider>(
    vendors.map((vendor) => [
      vendor.name,
      observeIdentityProvider(open(vendor, opening), observeCalls(opening.elapsedMs, opening.now)),
    ]),
  );
  const [starting] = byName.values();
  invariant(starting !== undefined, 'the first provider starts checks');
  return { starting, all: [...byName.values()], find: (name) => byName.get(name) };
}

function open(
  { name, url: baseUrl, key, secretKey, webhookSecrets, levels }: IdentityVendorSettings,
  opening: Opening,
): IdentityProvider {
  const same = { ...opening, baseUrl, webhookSecrets, levels };
  return name === 'sumsub'
    ? openSumsubProvider({ ...same, appToken: key, secretKey })
    : openPersonaProvider({ ...same, apiKey: key });
}
