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
import { hideRingAfterEscape } from './shell/pointerFocus.ts';

hideRingAfterEscape();
await startTexts();
createRoot(document.getElementById('root')!, {
  // An error of the API is not an error in the code; the page shows it.
  onCaughtError(error) {
    if (!(error instanceof ApiError)) console.error(error);
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
