import type { ComponentChildren } from 'preact';
import { list, member, texts } from '../../engine/members.ts';
import { Title } from '../../ui/parts.tsx';
import { assetOf, networkOf, unitsOf } from '../link.ts';
import { moreMessages } from '../messages/en-more.ts';
import { money } from '../parts.tsx';

const TOKEN = /^[0-9A-Z]{26}$/;

/**
 * A bundle that no one network can pay, with the links of its children, by which each can be paid;
 * null for anything else.
 */
export function apart(body: unknown): ComponentChildren {
  const children = list(body, 'children').filter((child) => member(child, 'executable') === true);
  if (member(body, 'canExecute') !== false || children.length === 0) return null;
  return (
    <>
      <Title>{moreMessages.apart.title}</Title>
      <p>{moreMessages.apart.text}</p>
      <ol class="payees">{children.map(child)}</ol>
    </>
  );
}

function child(one: unknown) {
  const { securePaymentToken: token = '', amount = '' } = texts(one, [
    'securePaymentToken',
    'amount',
  ]);
  const context = texts(member(one, 'context'), ['network', 'currency']);
  const network = networkOf(context.network ?? '');
  const asset = network && assetOf(network, context.currency ?? '');
  const units = asset && unitsOf(amount, asset.decimals);
  if (network === undefined || asset === undefined || units === undefined || !TOKEN.test(token))
    return null;
  const text = moreMessages.apart.pay(money({ asset, units }), network.name);
  return (
    <li key={token}>
      <a class="explorer" href={`?token=${token}`}>
        {text}
      </a>
    </li>
  );
}
