import { z } from 'zod';
import type { Config, IdentityVendorSettings } from './config.ts';
import { setting } from './setting.ts';
import { apiKey, listOf, oneOf, urlOf } from './value-forms.ts';

/** The settings about who checks payers, and what payers agree to. */
export const IDENTITY_SETTINGS = {
  IDENTITY_PROVIDER: setting(oneOf(['sumsub', 'persona']), {
    meaning:
      'The provider that checks new payers, where keys of both are set. Checks that the other one has begun go on there.',
    unit: '`sumsub` or `persona`',
    example: 'sumsub',
    otherwise: 'the one whose keys are set; the sandbox has a provider of its own',
  }),
  SUMSUB_URL: setting(urlOf(['http:', 'https:']), {
    meaning: 'Where the API of Sumsub is.',
    unit: 'URL',
    example: 'https://api.sumsub.com',
    otherwise: '`https://api.sumsub.com`',
  }),
  SUMSUB_APP_TOKEN: setting(apiKey(), {
    meaning: 'The app token of Sumsub; one for its sandbox (`sbx:`) is refused in production.',
    unit: 'the token as Sumsub shows it',
    example: '',
    otherwise: 'payers are not checked by Sumsub',
    secret: true,
  }),
  SUMSUB_SECRET_KEY: setting(apiKey(), {
    meaning: 'Signs requests to Sumsub; it belongs to the app token.',
    unit: 'the key as Sumsub shows it',
    example: '',
    otherwise: 'required where `SUMSUB_APP_TOKEN` is set',
    secret: true,
  }),
  SUMSUB_WEBHOOK_SECRETS: setting(listOf(apiKey()), {
    meaning:
      'Verify the callbacks of Sumsub, to be sent to `/v2/callbacks/identity/sumsub` of the API. Set the new one beside the old one while it is being replaced.',
    unit: 'one or two secrets, with a comma between',
    example: '',
    otherwise: 'required where `SUMSUB_APP_TOKEN` is set',
    secret: true,
  }),
  SUMSUB_LEVEL_INDIVIDUAL: setting(apiKey(), {
    meaning: 'The level at Sumsub that persons go through.',
    unit: 'name of a level',
    example: 'id-and-liveness',
    otherwise: 'persons are not checked by Sumsub',
  }),
  SUMSUB_LEVEL_BUSINESS: setting(apiKey(), {
    meaning: 'The level at Sumsub that companies go through.',
    unit: 'name of a level',
    example: 'company-and-owners',
    otherwise: 'companies are not checked by Sumsub',
  }),
  PERSONA_URL: setting(urlOf(['http:', 'https:']), {
    meaning: 'Where the API of Persona is, with its version.',
    unit: 'URL',
    example: 'https://api.withpersona.com/api/v1',
    otherwise: '`https://api.withpersona.com/api/v1`',
  }),
  PERSONA_API_KEY: setting(apiKey(), {
    meaning:
      'The API key of Persona; one for its sandbox (`persona_sandbox_`) is refused in production.',
    unit: 'the key as Persona shows it',
    example: '',
    otherwise: 'payers are not checked by Persona',
    secret: true,
  }),
  PERSONA_WEBHOOK_SECRETS: setting(listOf(apiKey()), {
    meaning:
      'Verify the callbacks of Persona, to be sent to `/v2/callbacks/identity/persona` of the API. Set the new one beside the old one while it is being replaced.',
    unit: 'one or two secrets, with a comma between',
    example: '',
    otherwise: 'required where `PERSONA_API_KEY` is set',
    secret: true,
  }),
  PERSONA_TEMPLATE_INDIVIDUAL: setting(apiKey(), {
    meaning: 'The inquiry template at Persona that persons go through.',
    unit: 'id of a template',
    example: 'itmpl_ABC123',
    otherwise: 'persons are not checked by Persona',
  }),
  PERSONA_TEMPLATE_BUSINESS: setting(apiKey(), {
    meaning: 'The inquiry template at Persona that companies go through.',
    unit: 'id of a template',
    example: 'itmpl_DEF456',
    otherwise: 'companies are not checked by Persona',
  }),
  PAYER_AGREEMENT_URL: setting(urlOf(['http:', 'https:']), {
    meaning:
      'The page with the terms that payers agree to before they are paid out or pay through a bank; answered as `agreementUrl`.',
    unit: 'URL',
    example: 'https://example.com/payer-terms',
    otherwise: 'no `agreementUrl` is answered; in the sandbox an example on the pay page’s host',
  }),
};

const shape = z.object(IDENTITY_SETTINGS);
type IdentitySettings = z.output<typeof shape>;

const SECRETS_MAX = 2;

/** The providers of these settings, the one for new payers first. */
export function identityOf(
  settings: IdentitySettings,
): Pick<Config, 'identityProviders' | 'payerAgreementUrl'> {
  const vendors = [sumsubOf(settings), personaOf(settings)].filter((one) => one !== undefined);
  const chosen = settings.IDENTITY_PROVIDER;
  const first = vendors.filter(({ name }) => name === chosen);
  const others = vendors.filter(({ name }) => name !== chosen);
  return {
    identityProviders: [...first, ...others],
    payerAgreementUrl: settings.PAYER_AGREEMENT_URL,
  };
}

function sumsubOf(settings: IdentitySettings): IdentityVendorSettings | undefined {
  const { SUMSUB_APP_TOKEN: key, SUMSUB_SECRET_KEY: secretKey } = settings;
  if (key === undefined || secretKey === undefined) return undefined;
  return {
    name: 'sumsub',
    url: settings.SUMSUB_URL ?? 'https://api.sumsub.com',
    key,
    secretKey,
    webhookSecrets: settings.SUMSUB_WEBHOOK_SECRETS ?? [],
    levels: levelsOf(settings.SUMSUB_LEVEL_INDIVIDUAL, settings.SUMSUB_LEVEL_BUSINESS),
  };
}

function personaOf(settings: IdentitySettings): IdentityVendorSettings | undefined {
  const { PERSONA_API_KEY: key } = settings;
  if (key === undefined) return undefined;
  return {
    name: 'persona',
    url: settings.PERSONA_URL ?? 'https://api.withpersona.com/api/v1',
    key,
    secretKey: '',
    webhookSecrets: settings.PERSONA_WEBHOOK_SECRETS ?? [],
    levels: levelsOf(settings.PERSONA_TEMPLATE_INDIVIDUAL, settings.PERSONA_TEMPLATE_BUSINESS),
  };
}

function levelsOf(
  individual: string | undefined,
  business: string | undefined,
): IdentityVendorSettings['levels'] {
  return {
    ...(individual !== undefined && { individual }),
    ...(business !== undefined && { business }),
  };
}

/** Which setting is missing beside another, has no effect, or may not be so in this mode, with why. */
export function findIdentityProblems(
  settings: IdentitySettings,
  mode: Config['mode'] | undefined,
): readonly (readonly [name: string, problem: string])[] {
  return [
    ...problemsOf(settings, mode, {
      key: 'SUMSUB_APP_TOKEN',
      needed: ['SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRETS'],
      url: 'SUMSUB_URL',
      secrets: 'SUMSUB_WEBHOOK_SECRETS',
      levels: ['SUMSUB_LEVEL_INDIVIDUAL', 'SUMSUB_LEVEL_BUSINESS'],
      testPrefix: 'sbx:',
    }),
    ...problemsOf(settings, mode, {
      key: 'PERSONA_API_KEY',
      needed: ['PERSONA_WEBHOOK_SECRETS'],
      url: 'PERSONA_URL',
      secrets: 'PERSONA_WEBHOOK_SECRETS',
      levels: ['PERSONA_TEMPLATE_INDIVIDUAL', 'PERSONA_TEMPLATE_BUSINESS'],
      testPrefix: 'persona_sandbox_',
    }),
    ...choiceProblems(settings),
  ];
}

type Name = keyof typeof IDENTITY_SETTINGS;

interface VendorNames {
  readonly key: 'SUMSUB_APP_TOKEN' | 'PERSONA_API_KEY';
  readonly needed: readonly Name[];
  readonly url: 'SUMSUB_URL' | 'PERSONA_URL';
  readonly secrets: 'SUMSUB_WEBHOOK_SECRETS' | 'PERSONA_WEBHOOK_SECRETS';
  readonly levels: readonly [Name, Name];
  readonly testPrefix: string;
}

function problemsOf(
  settings: IdentitySettings,
  mode: Config['mode'] | undefined,
  { key, needed, url, secrets, levels, testPrefix }: VendorNames,
): readonly (readonly [string, string])[] {
  const value = settings[key];
  if (value === undefined) {
    return [...new Set([...needed, ...levels, url])]
      .filter((name) => settings[name] !== undefined)
      .map((name) => [name, `has no effect without ${key}: set both`] as const);
  }
  const problems: [string, string][] = needed
    .filter((name) => settings[name] === undefined)
    .map((name) => [name, `is required where ${key} is set`]);
  if (levels.every((name) => settings[name] === undefined)) {
    problems.push([levels[0], `or ${levels[1]} is required where ${key} is set`]);
  }
  if ((settings[secrets]?.length ?? 0) > SECRETS_MAX) {
    problems.push([secrets, 'must be one secret, or two while one is being replaced']);
  }
  if (mode === 'production' && value.startsWith(testPrefix)) {
    problems.push([key, 'is for the sandbox of the provider, where anybody is approved']);
  }
  if (mode === 'production' && settings[url]?.startsWith('http:') === true) {
    problems.push([url, 'must begin with https:// in production']);
  }
  return problems;
}

function choiceProblems(settings: IdentitySettings): readonly (readonly [string, string])[] {
  const {
    IDENTITY_PROVIDER: chosen,
    SUMSUB_APP_TOKEN: sumsub,
    PERSONA_API_KEY: persona,
  } = settings;
  if (chosen === undefined) {
    const areBoth = sumsub !== undefined && persona !== undefined;
    return areBoth
      ? [['IDENTITY_PROVIDER', 'is required where keys of both providers are set']]
      : [];
  }
  const key = chosen === 'sumsub' ? 'SUMSUB_APP_TOKEN' : 'PERSONA_API_KEY';
  return settings[key] === undefined ? [['IDENTITY_PROVIDER', `needs ${key}`]] : [];
}
