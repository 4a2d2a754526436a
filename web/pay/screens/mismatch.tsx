import { Title } from '../../ui/parts.tsx';

/** What would be signed is not what is shown. There is no button here, on purpose. */
export function Mismatch({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="stop">
      <Title>{title}</Title>
      <p>{text}</p>
    </div>
  );
}
