import { Component } from 'preact';
import { crosschainMessages as messages } from '../messages/en/crosschain.ts';

interface CountdownProps {
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** The time that is left, in minutes and seconds; it is shown only, and not read out every second. */
export class Countdown extends Component<CountdownProps, { readonly now: number }> {
  override state = { now: Date.now() };
  #timer: ReturnType<typeof setInterval> | undefined;

  override componentDidMount(): void {
    this.#timer = setInterval(() => this.setState({ now: Date.now() }), 1_000);
  }

  override componentWillUnmount(): void {
    clearInterval(this.#timer);
  }

  override render() {
    const left = Math.max(0, Math.ceil((this.props.until - this.state.now) / 1_000));
    return (
      <span role="timer" aria-live="off">
        {messages.review.time(left)}
      </span>
    );
  }
}
