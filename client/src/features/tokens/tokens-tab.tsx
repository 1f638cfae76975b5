import layout from '#ui/layout.module.css';
import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';
import typography from '#ui/typography.module.css';

export default function TokensTab() {
  return (
    <div className={layout.parts}>
      <p className={typography.muted}>
        A token lets a program of yours call the API in your name, without your password. It does what you
        made it for and nothing else, and never more than you may yourself.{' '}
        <a href="/api/docs">The API’s documentation</a> says what each operation asks for.
      </p>
      <div className={layout.columns}>
        <TokenList />
        <TokenForm />
      </div>
    </div>
  );
}
