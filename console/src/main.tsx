import '@funil/brand/tokens.css';
import './style/colours.css';
import './style/base.css';
import './style/buttons.css';
import './style/fields.css';
import './style/marks.css';
import './style/view.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { queryClient } from './queries.ts';
import { prepareAuth } from './session/client.ts';
import { followSession } from './session/session.ts';
import { startTheme } from './shell/theme.ts';

startTheme();
await prepareAuth();
followSession();
const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
