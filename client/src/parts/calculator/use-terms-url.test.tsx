import { screen } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { press, renderRoutes } from '#test/render-at.tsx';
import { useTermsUrl } from './use-terms-url.ts';

function Leave() {
  const navigate = useNavigate();
  const write = useTermsUrl(() => {});
  const leave = () => {
    void navigate('/next');
    write({ search: '?amount=1000', hash: '' }, 'calculation');
  };
  return <button onClick={leave}>Leave</button>;
}

test('terms that are written just after a link was followed do not cancel its navigation', async () => {
  const next = { path: '/next', loader: async () => null, element: <p>The next screen</p> };
  const { router } = renderRoutes([{ path: '/', element: <Leave /> }, next], '/');
  await press('Leave');
  await screen.findByText('The next screen');
  expect(router.state.location).toMatchObject({ pathname: '/next', search: '' });
});
