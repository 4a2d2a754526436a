import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';
import { z } from 'zod';

const Findings = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullable(),
      nodes: z.array(z.object({ html: z.string() })),
    }),
  ),
});

let axe: string | undefined;

/** What axe-core finds serious or critical, in words; by all rules, or by those that are named. */
export async function seriousFindings(
  page: Page,
  cdp: CDPSession,
  rules?: readonly string[],
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) {
    axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    // `page.evaluate` takes three times as long to hand over half a megabyte.
    await cdp.send('Runtime.evaluate', { expression: axe });
  }
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = Findings.parse(
    await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
