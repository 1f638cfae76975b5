import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';

type Variant = 'primary' | 'secondary' | 'danger' | 'ghost' | 'chip';

const variantClasses: Record<Variant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  danger: 'button-danger',
  ghost: 'button-ghost',
  chip: 'button-chip',
};

interface CommonProps {
  variant?: Variant;
  children: ReactNode;
}

type ButtonProps = CommonProps &
  ComponentProps<'button'> & {
    to?: undefined;
    /** Ignores presses; the button keeps its focus. */
    loading?: boolean | undefined;
  };

type LinkProps = CommonProps & ComponentProps<typeof Link>;

export function Button(props: ButtonProps | LinkProps) {
  if (props.to !== undefined) {
    const { variant = 'secondary', className, ...link } = props;
    return <Link {...link} className={cx('button', variantClasses[variant], className)} />;
  }
  const { variant = 'secondary', loading = false, className, children, onClick, ...button } = props;
  return (
    <button
      type="button"
      {...button}
      className={cx('button', variantClasses[variant], className)}
      aria-disabled={loading || button['aria-disabled'] || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading && <Spinner />}
      {children}
    </button>
  );
}
