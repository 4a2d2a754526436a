import type { NodeAgreement } from '../chain.ts';
import type { NodeClient, Testimony } from './client.ts';

/** What one node says about a fact. */
export type Verdict = 'agrees' | 'has another block' | 'is without it' | 'is silent';

/** Judges each node's answer, undefined where there is none, and counts; nodes of one owner are one. */
export async function countVerdicts<Api, Answer>(
  node: NodeClient<Api>,
  said: readonly Testimony<Answer>[],
  judge: (answer: Answer | undefined) => Promise<Verdict>,
): Promise<NodeAgreement> {
  const agreeing = new Set<string>();
  const [disagree, without]: [string[], string[]] = [[], []];
  let silent = 0;
  for (const { label, name, owner, answer } of said) {
    const verdict = await judge(answer);
    if (verdict === 'agrees') agreeing.add(owner);
    else if (verdict === 'is silent') silent += 1;
    else {
      disagree.push(name);
      if (verdict === 'is without it') without.push(name);
      node.meter.count('rpc_disagreements_total', { network: node.network.id, node: label });
    }
  }
  const unanswered = said.flatMap(({ name, answer }) => (answer === undefined ? [name] : []));
  const alone = isAlone(said);
  const areOthersAbsent = alone && (await node.areAbsent(unanswered));
  const counted = { agree: agreeing.size, disagree, silent, without, unanswered };
  return { ...counted, isAlone: alone, areOthersAbsent };
}

function isAlone<Answer>(said: readonly Testimony<Answer>[]): boolean {
  const answering = said.filter(({ answer }) => answer !== undefined);
  const countOf = (of: typeof said) => new Set(of.map(({ owner }) => owner)).size;
  return countOf(said) > 1 && countOf(answering) === 1;
}
