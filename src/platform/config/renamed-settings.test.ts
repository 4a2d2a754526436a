import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';
import { RENAMED_SETTINGS } from './renamed-settings.ts';
import { SETTINGS } from './schema.ts';

function problemsOf(environment: Record<string, string>): Record<string, string> {
  const loaded = loadConfig(environment, NETWORK_IDS);
  if (loaded.ok) return {};
  return Object.fromEntries(loaded.problems.map(({ setting, problem }) => [setting, problem]));
}

describe('a setting by the name that it had before', () => {
  it('is refused with its name of today, even where that one is set as well', () => {
    const problem = 'is called WEBHOOK_SEND_REVERSIONS now: rename it';
    const old = { WEBHOOK_TELL_REVERSIONS: 'yes' };
    expect(problemsOf(old)).toEqual({ WEBHOOK_TELL_REVERSIONS: problem });
    const both = { ...old, WEBHOOK_SEND_REVERSIONS: 'yes' };
    expect(problemsOf(both)).toEqual({ WEBHOOK_TELL_REVERSIONS: problem });
    expect(problemsOf({ WEBHOOK_TELL_OUTSTANDING_FEES: 'no' })).toEqual({
      WEBHOOK_TELL_OUTSTANDING_FEES: 'is called WEBHOOK_SEND_OUTSTANDING_FEES now: rename it',
    });
  });

  it('is no problem while it is empty, and other variables are none of ours', () => {
    expect(problemsOf({ WEBHOOK_TELL_REVERSIONS: '', WEBHOOK_OTHER: 'yes' })).toEqual({});
  });

  it('leads to a setting that there is, and is none itself', () => {
    const settings = Object.keys(SETTINGS.shape);
    for (const [earlier, name] of Object.entries(RENAMED_SETTINGS)) {
      expect(settings).toContain(name);
      expect(settings).not.toContain(earlier);
    }
  });
});
