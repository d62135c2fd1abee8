import './styleNonce.ts';
import './newVersion.ts';
// Before antd: without this patch antd 5 draws no modal, message or notification under React 19.
import '@ant-design/v5-patch-for-react-19';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/error.ts';
import { startTexts } from './api/texts.ts';
import { App } from './App.tsx';
import './frame.css';

await startTexts();
createRoot(document.getElementById('root')!, {
  // The page shows what the server refused; that is no error of the page.
  onCaughtError(error) {
    if (!(error instanceof ApiError)) console.error(error);
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
