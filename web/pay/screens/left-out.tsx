import { Component, type ComponentChildren } from 'preact';
import type { Payment } from '../link.ts';
import { billedMessages } from '../messages/en/billed.ts';

interface LeftOutProps {
  readonly payments: readonly Pick<Payment, 'blocked'>[];
  /** The buttons that pay the rest. */
  readonly children: ComponentChildren;
}

/** What was paid or is on its way is not left out. */
const NOT_LEFT_OUT = [undefined, 'already_paid', 'request_processing'];

/** What the payer has ticked: it is asked for once, and again where more is left out. */
let ticked = '';

/** Says how many payments of a bundle are left out, and shows the buttons for the rest once that is ticked. */
export class LeftOut extends Component<LeftOutProps> {
  override render({ payments, children }: LeftOutProps) {
    const { length } = payments.filter(({ blocked }) => !NOT_LEFT_OUT.includes(blocked));
    if (length === 0) return children;
    const text = billedMessages.review.leftOut(length, payments.length);
    const checked = ticked === text;
    const tick = () => {
      ticked = checked ? '' : text;
      this.forceUpdate();
    };
    return [
      <label class="tick" key="">
        <input type="checkbox" checked={checked} onChange={tick} />
        {text}
      </label>,
      checked && children,
    ];
  }
}
