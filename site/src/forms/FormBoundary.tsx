import { Component, type ReactNode, type RefObject } from 'react';
import { loadWithRetry } from '../behaviours/load-with-retry.ts';

interface Props {
  /** Label of the button that closes the dialog. */
  close: string;
  /** Id by which the dialog is named after its title. */
  titleId?: string;
  /** Classes of the panel that the form has. */
  className: string;
  /** True while the form has failed: its dialog then keeps what was typed when it is closed. */
  hasFailed: RefObject<boolean>;
  children: ReactNode;
}

interface State {
  isShown: boolean;
  /** Fetched after the first failure: ordinary visits do without it. */
  Screen?: typeof import('./FormError.tsx').FormError;
}

/** Shows an error screen in a dialog whose form throws; the dialog and the page around it stay. */
export class FormBoundary extends Component<Props, State> {
  override state: State = { isShown: true };
  static getDerivedStateFromError = () => ({ isShown: false });

  override componentDidCatch(): void {
    this.props.hasFailed.current = true;
    const loading = loadWithRetry(() => import('./FormError.tsx'));
    void loading.then(({ FormError }) => this.setState({ Screen: FormError }));
  }

  retry = (): void => {
    this.props.hasFailed.current = false;
    this.setState({ isShown: true });
  };

  override render(): ReactNode {
    const { close, titleId, className, children } = this.props;
    const { isShown, Screen } = this.state;
    if (isShown) return children;
    return (
      <div className={className} data-tone="paper">
        <button type="button" data-closes className="close-button" aria-label={close} />
        {Screen && <Screen titleId={titleId} retry={this.retry} />}
      </div>
    );
  }
}
