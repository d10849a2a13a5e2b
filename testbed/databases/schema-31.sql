-- Rows as the program kept them when the last migration was 0031_market_kept: some in every table but those of keys. For the tables that
-- the migrations up to then make, and two months of theirs; made by the program as far as its calls reach, dumped with
-- pg_dump --data-only --inserts, keys left out.

CREATE TABLE kept_candle_1m_2026_11 PARTITION OF kept_candle_1m FOR VALUES FROM (1793491200000) TO (1796083200000);
CREATE TABLE kept_point_5m_2026_11 PARTITION OF kept_point_5m FOR VALUES FROM (1793491200000) TO (1796083200000);
INSERT INTO public.account VALUES
	('01a1e499-0154-7322-ae7f-e6540a99e2f5', 'bob@people.example', 'bob@people.example', NULL, '$argon2id$v=19$m=19456,t=2,p=1$aqerbONHdRVjuWjEG3AWHA$xFbu1854CDlMIrGCwPVmyfnFO4MHDJUuaEI9WvPLN9g', '', '', '', '', '', NULL, '', 'en', false, NULL, 0, 0, 0, 0, false, false, '2026-11-16 13:43:15.028+00', '2026-11-16 13:43:15.028+00', 100200301, false, false, false, false, false, false),
	('01a1e498-fbea-7621-82bc-d64f312898f0', 'ada@people.example', 'ada@people.example', NULL, '$argon2id$v=19$m=19456,t=2,p=1$pK0pySlgMIQ6HG3poSbIVg$5pyklUrcicNQnXWJMo2omDw4dVbhYwp38Mz/hebcmJk', 'Ada', '', '', '', '', NULL, 'Blue 7', 'en', false, NULL, 0, 0, 0, 0, false, false, '2026-11-16 13:43:13.642+00', '2026-11-16 13:43:46.156+00', 100200302, false, false, false, false, false, false),
	('01a1f579-4c10-715a-abef-f89097b4565c', 'demo@tidemark.example', 'demo@tidemark.example', '2026-11-19 20:22:09.679+00', '$argon2id$v=19$m=19456,t=2,p=1$I9VvJkuJ0hiPpuKkJPGohA$4qRzibxUMyPPCdnCZtcWpDuV/rS9rykLgroD34kqZsY', '', '', '', '', '', NULL, '', 'en', false, NULL, 0, 0, 0, 0, false, false, '2026-11-19 20:22:09.679+00', '2026-11-19 20:22:09.679+00', 100200303, false, false, false, false, false, false);
INSERT INTO public.access_token VALUES
	('01a1f579-56f1-7336-b499-79cc7f104b55', '01a1e498-fbea-7621-82bc-d64f312898f0', 'My bot', 'n-5aVCryIRn9vuQosH47GDVFQbOP6PECwWO5lEXqkf0', '{alerts:read}', '2026-11-19 20:22:12.428+00', '2027-02-17 20:22:12.428+00', NULL, 0);
INSERT INTO public.access_use VALUES
	('01a1f579-56f1-7336-b499-79cc7f104b55', 1, 1, '2026-11-19 20:33:21.292+00', 'listAlerts', '203.0.113', true);
INSERT INTO public.account_code VALUES
	('01a1f579-541e-7238-b693-4dc43df1d2d7', '01a1e499-0154-7322-ae7f-e6540a99e2f5', 'resetPassword', 'bob@people.example', 'Cqc7JPG1jgvVf1eqCHX6JrJPfN5o7L-bVaozqE1lxkw', 'bgMpWBg25HGtwbAuShPMUDvCUqa7rTGQ6sB9FrpqvaM', 0, '2026-11-19 20:37:11.685+00'),
	('01a1f579-54a3-728a-8cb5-dfeb286867b4', '01a1e498-fbea-7621-82bc-d64f312898f0', 'bindEmail', 'ada@elsewhere.example', 'quzQgVL6swOeh1epjqjJTTuMuYVS4huk3Ed3B36g5og', 'Ccjkz-u8tLzKgYE8ReVWq--3q_K5FvQG6lOUUd5CeJA', 0, '2026-11-19 20:37:11.856+00');
INSERT INTO public.account_identity VALUES
	('https://login.people.example', 'subject-of-bob', '01a1e499-0154-7322-ae7f-e6540a99e2f5');
INSERT INTO public.account_preference VALUES
	('01a1e498-fbea-7621-82bc-d64f312898f0', '{"timeZone": 480}', '2026-11-19 20:22:12.592+00');
INSERT INTO public.account_session VALUES
	('01a1e499-0007-7590-8b6f-813ffe2684ec', '01a1e498-fbea-7621-82bc-d64f312898f0', '127.0.0.1', '', '2026-11-16 13:43:14.696+00', '2026-11-16 13:43:14.696+00', '2026-12-16 13:43:14.695+00', NULL),
	('01a1e499-02f3-70c5-a857-34e6d63c1c29', '01a1e499-0154-7322-ae7f-e6540a99e2f5', '127.0.0.1', '', '2026-11-16 13:43:15.443+00', '2026-11-16 13:43:15.443+00', '2026-12-16 13:43:15.443+00', NULL),
	('01a1e499-71ac-72f4-a5a1-c34bb1c4be64', '01a1e498-fbea-7621-82bc-d64f312898f0', '127.0.0.1', '', '2026-11-16 13:43:43.789+00', '2026-11-16 13:43:43.789+00', '2026-12-16 13:43:43.788+00', NULL),
	('01a1e499-7a4a-77bb-8692-088712a979be', '01a1e499-0154-7322-ae7f-e6540a99e2f5', '127.0.0.1', '', '2026-11-16 13:43:45.994+00', '2026-11-16 13:43:45.994+00', '2026-12-16 13:43:45.994+00', NULL),
	('01a1f579-4cd1-7305-8fb0-42c8396fabbe', '01a1e498-fbea-7621-82bc-d64f312898f0', '127.0.0.1', '', '2026-11-19 20:22:09.874+00', '2026-11-19 20:22:09.874+00', '2026-12-19 20:22:09.873+00', NULL);
INSERT INTO public.ai_pick_day VALUES
	(1795046400000, 'high nearHigh, low volatility', '{BNBUSDT,BCHUSDT,XLMUSDT,TRXUSDT,LEOUSDT,LTCUSDT,XRPUSDT,HBARUSDT,ETHUSDT,SOLUSDT,ADAUSDT,ZECUSDT,LINKUSDT,HYPEUSDT,AVAXUSDT,DOGEUSDT}', false, '[]'),
	(1794960000000, 'high nearHigh, low volatility', '{BNBUSDT,BCHUSDT,XLMUSDT,LTCUSDT,XRPUSDT,LEOUSDT,HBARUSDT,TRXUSDT,ADAUSDT,ETHUSDT,SOLUSDT,LINKUSDT,ZECUSDT,HYPEUSDT,AVAXUSDT,DOGEUSDT}', true, '[{"btc": -0.11056657668655667, "days": 1, "median": -0.17175069751554572, "random": -0.16423363115744802}]');
INSERT INTO public.ai_pick VALUES
	(1795046400000, 1, 'BNBUSDT', 'BNB', 1, 1068.42, 166349562.12285715, '{"flow": 0.19082629105133414, "volume": 0.28847898193386956, "breadth": 0.5, "momentum": -0.07802553140198479, "nearHigh": -0.07442412481699323, "shortTerm": 0.16916713174222786, "volatility": 0.04998746218798843}', '{"flow": 1, "volume": -0.4666666666666667, "breadth": 0.9333333333333333, "momentum": 0.8666666666666667, "nearHigh": 1, "shortTerm": 1, "volatility": -1}', 0.4966874385044277, 0.0001, 0.5019236014728213, '[]'),
	(1795046400000, 2, 'BCHUSDT', 'BCH', 0.7333333333333334, 613, 4483466.154285714, '{"flow": -0.11739937753605113, "volume": -0.06650304124360962, "breadth": 0, "momentum": -0.8191201278456925, "nearHigh": -0.28558109179059243, "shortTerm": -0.10279115378423076, "volatility": 0.058945136627085545}', '{"flow": 0.6000000000000001, "volume": -1, "breadth": -0.1333333333333333, "momentum": 0.19999999999999996, "nearHigh": 0.6000000000000001, "shortTerm": 0.46666666666666656, "volatility": -0.8666666666666667}', 0.5445, 0.0001, 0.47256021702965406, '[]'),
	(1795046400000, 3, 'XLMUSDT', 'XLM', 0.39999999999999997, 0.27847, 12623972.677142859, '{"flow": -0.44100987928787067, "volume": 1.612476725171799, "breadth": 0, "momentum": -0.527671992843278, "nearHigh": -0.34863866017964074, "shortTerm": -0.1649574187357563, "volatility": 0.06817699704687576}', '{"flow": -1, "volume": 0.7333333333333334, "breadth": -0.1333333333333333, "momentum": 0.7333333333333334, "nearHigh": 0.33333333333333326, "shortTerm": -0.06666666666666665, "volatility": -0.4666666666666667}', 0.5619047619047619, 0.0001, 0.4280107232464192, '[]'),
	(1795046400000, 4, 'TRXUSDT', 'TRX', 0.33333333333333337, 0.37753, 16637031.475714287, '{"flow": -0.26005909445760683, "volume": 0.10358417001845543, "breadth": 0, "momentum": -0.5928805868896202, "nearHigh": -0.2834339293170862, "shortTerm": -0.1632571643875086, "volatility": 0.07601379616018845}', '{"flow": 0.33333333333333326, "volume": -0.7333333333333334, "breadth": -0.1333333333333333, "momentum": 0.6000000000000001, "nearHigh": 0.7333333333333334, "shortTerm": 0.06666666666666665, "volatility": 0.06666666666666665}', 0.6867151354923992, 0.0001, 0.4946182638656184, '[]'),
	(1795046400000, 5, 'LEOUSDT', 'LEO', 0.3333333333333333, 7.0295, 6790764.372857143, '{"flow": -0.30036018872917075, "volume": 1.9253083934899582, "breadth": 0.5, "momentum": -0.9801802693642828, "nearHigh": -0.38124411347892295, "shortTerm": -0.1711765884946883, "volatility": 0.06745666749923693}', '{"flow": -0.19999999999999996, "volume": 1, "breadth": 0.9333333333333333, "momentum": -0.19999999999999996, "nearHigh": 0.06666666666666665, "shortTerm": -0.19999999999999996, "volatility": -0.6}', 0.491, 0.0001, 0.499742989926124, '[]'),
	(1794960000000, 1, 'BNBUSDT', 'BNB', 1, 1082.08, 167479146.26571426, '{"flow": 0.34989822251470565, "volume": 0.4509920922804793, "breadth": 1, "momentum": -0.0799840002659792, "nearHigh": -0.06259042041703844, "shortTerm": 0.24643490681226532, "volatility": 0.04999185869960156}', '{"flow": 0.7333333333333334, "volume": 0.33333333333333326, "breadth": 0.33333333333333326, "momentum": 0.7333333333333334, "nearHigh": 1, "shortTerm": 1, "volatility": -1}', 0.5509675303378156, 0.0001, 0.523629055105447, '[{"days": 1, "change": -0.012623835575927722}]'),
	(1794960000000, 2, 'BCHUSDT', 'BCH', 0.8, 710.44, 3604852.4242857145, '{"flow": 0.4046548034535788, "volume": -0.5404436571106845, "breadth": 1, "momentum": -0.24376899429584564, "nearHigh": -0.1720199524497692, "shortTerm": 0.10256847986342832, "volatility": 0.05375062708492387}', '{"flow": 0.8666666666666667, "volume": -1, "breadth": 0.33333333333333326, "momentum": 0.46666666666666656, "nearHigh": 0.7333333333333334, "shortTerm": 0.06666666666666665, "volatility": -0.8666666666666667}', 0.5305, 0.0001, 0.48563263832251075, '[{"days": 1, "change": -0.13715443950228035}]'),
	(1794960000000, 3, 'XLMUSDT', 'XLM', 0.5333333333333333, 0.33765, 8197031.898571429, '{"flow": 0.10150608062104058, "volume": 0.2644713121697313, "breadth": 1, "momentum": 0.07393585826475059, "nearHigh": -0.21021238772455086, "shortTerm": 0.06854647298965166, "volatility": 0.0589864924476413}', '{"flow": -0.6, "volume": 0.19999999999999996, "breadth": 0.33333333333333326, "momentum": 0.8666666666666667, "nearHigh": 0.33333333333333326, "shortTerm": -0.33333333333333337, "volatility": -0.7333333333333334}', 0.5469387755102041, 0.0001, 0.4882069244982699, '[{"days": 1, "change": -0.1752702502591441}]');
INSERT INTO public.ai_pick_text VALUES
	(1795046400000, 'BNB', 'en', 'Turnover grew for a week.');
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES
	(4, '01a1e498-fbea-7621-82bc-d64f312898f0', 'hoiduvn5snv', 1, NULL, 'BTCUSDT', 2, 0, 2, 78990.9, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:49.882+00', '2026-11-16 13:43:49.882+00', '2026-11-16 13:43:49.925+00', NULL),
	(5, '01a1e498-fbea-7621-82bc-d64f312898f0', 'xgj91nis36', 1, NULL, 'BTCUSDT', 2, 0, 2, 78975.1, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.136+00', '2026-11-16 13:43:50.136+00', '2026-11-16 13:43:50.155+00', NULL),
	(6, '01a1e498-fbea-7621-82bc-d64f312898f0', '2lo7mjckmia', 1, NULL, 'BTCUSDT', 2, 0, 2, 78959.3, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.216+00', '2026-11-16 13:43:50.216+00', '2026-11-16 13:43:50.249+00', NULL),
	(7, '01a1e498-fbea-7621-82bc-d64f312898f0', 'me4feoy723', 1, NULL, 'BTCUSDT', 1, 0, 2, 158013.4, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.36+00', '2026-11-16 13:43:50.36+00', '2026-11-16 13:43:50.391+00', NULL),
	(8, '01a1e498-fbea-7621-82bc-d64f312898f0', '4tzag6co0s', 1, NULL, 'BTCUSDT', 8, 0, 1, NULL, 118510, 39503.3, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.611+00', '2026-11-16 13:43:50.611+00', '2026-11-16 13:43:50.663+00', NULL),
	(9, '01a1e499-0154-7322-ae7f-e6540a99e2f5', '4fd9ha30xi', 1, NULL, 'BTCUSDT', 1, 0, 1, 237020.1, NULL, NULL, '{4,5}', true, 1, '0.01', -1, 12, '2026-11-16 13:43:50.833+00', '2026-11-16 13:43:50.833+00', '2026-11-16 13:43:50.893+00', NULL),
	(10, '01a1e499-0154-7322-ae7f-e6540a99e2f5', 'cn8yj1i7oqo', 1, NULL, 'BTCUSDT', 1, 0, 1, 316026.8, NULL, NULL, '{4,5}', true, 1, '0.01', -1, 12, '2026-11-16 13:43:51.119+00', '2026-11-16 13:43:51.278+00', '2026-11-16 13:43:51.306+00', '2026-11-16 13:43:51.278+00'),
	(1, '01a1e498-fbea-7621-82bc-d64f312898f0', 'q7nflq4m3y', 1, NULL, 'BTCUSDT', 1, 0, 3, 79022.5, NULL, NULL, '{4,5}', false, 1, '0.01', 480, 12, '2026-11-16 13:43:48.905+00', '2026-11-16 13:43:48.905+00', '2026-11-16 13:43:49.003+00', NULL),
	(2, '01a1e498-fbea-7621-82bc-d64f312898f0', '3djtcaxeo8o', 1, NULL, 'BTCUSDT', 1, 0, 3, 79038.3, NULL, NULL, '{4,5}', false, 1, '0.01', 480, 12, '2026-11-16 13:43:49.268+00', '2026-11-16 13:43:49.268+00', '2026-11-16 13:43:49.317+00', NULL),
	(3, '01a1e498-fbea-7621-82bc-d64f312898f0', '5ijawrk7aqa', 1, NULL, 'BTCUSDT', 1, 0, 3, 79054.1, NULL, NULL, '{4,5}', false, 1, '0.01', 480, 12, '2026-11-16 13:43:49.483+00', '2026-11-16 13:43:49.483+00', '2026-11-16 13:43:49.517+00', NULL),
	(11, '01a1f579-4c10-715a-abef-f89097b4565c', 'demo-0', 1, NULL, 'BTCUSDT', 8, 0, 1, NULL, 77482.47, 77466.97, '{4,5}', true, 1, '0.01', -1, 12, '2026-11-19 20:22:10.027+00', '2026-11-19 20:22:10.027+00', '2026-11-19 20:22:10.038+00', NULL),
	(12, '01a1f579-4c10-715a-abef-f89097b4565c', 'demo-1', 1, NULL, 'ETHUSDT', 8, 0, 1, NULL, 3078.13, 3077.51, '{4,5}', true, 1, '0.01', -1, 16, '2026-11-19 20:22:10.082+00', '2026-11-19 20:22:10.082+00', '2026-11-19 20:22:10.1+00', NULL),
	(13, '01a1f579-4c10-715a-abef-f89097b4565c', 'demo-2', 2, 10, 'BTCUSDT_UMCBL', 8, 0, 1, NULL, 77438.17, 77422.69, '{4,5}', true, 1, '0.01', -1, 22, '2026-11-19 20:22:10.13+00', '2026-11-19 20:22:10.13+00', '2026-11-19 20:22:10.144+00', NULL),
	(14, '01a1f579-4c10-715a-abef-f89097b4565c', 'demo-3', 1, NULL, 'BTCUSDT', 1, 0, 3, 81350.44, NULL, NULL, '{4,5}', true, 1, '0.01', -1, 12, '2026-11-19 20:22:10.182+00', '2026-11-19 20:22:10.182+00', '2026-11-19 20:22:10.192+00', NULL),
	(15, '01a1f579-4c10-715a-abef-f89097b4565c', 'demo-4', 1, NULL, 'SOLUSDT', 2, 0, 2, 104.43, NULL, NULL, '{4,5}', true, 1, '0.01', -1, 29, '2026-11-19 20:22:10.221+00', '2026-11-19 20:22:10.221+00', '2026-11-19 20:22:10.245+00', NULL),
	(16, '01a1f579-4c10-715a-abef-f89097b4565c', 'demo-5', 1, NULL, 'XRPUSDT', 3, 0, 1, 0.05, NULL, NULL, '{4,5}', true, 1, '0.0001', -1, 17, '2026-11-19 20:22:10.281+00', '2026-11-19 20:22:10.281+00', '2026-11-19 20:22:10.285+00', NULL),
	(17, '01a1f579-4c10-715a-abef-f89097b4565c', 'demo-6', 1, NULL, 'ETHUSDT', 6, 0, 2, 0.12, NULL, NULL, '{4,5}', true, 1, '0.01', -1, 16, '2026-11-19 20:22:10.314+00', '2026-11-19 20:22:10.314+00', '2026-11-19 20:22:10.333+00', NULL),
	(18, '01a1f579-4c10-715a-abef-f89097b4565c', 'demo-7', 2, 10, 'ETHUSDT_UMCBL', 7, 0, 1, NULL, 3452.12, 3316.75, '{4,5}', true, 1, '0.01', -1, 26, '2026-11-19 20:22:10.361+00', '2026-11-19 20:22:10.361+00', '2026-11-19 20:22:10.369+00', NULL),
	(19, '01a1f579-4c10-715a-abef-f89097b4565c', 'demo-8', 1, NULL, 'DOGEUSDT', 1, 0, 1, 0.12534, NULL, NULL, '{4,5}', false, 1, '0.00001', -1, 24, '2026-11-19 20:22:10.383+00', '2026-11-19 20:22:10.395+00', '2026-11-19 20:22:10.4+00', NULL);
INSERT INTO public.alert_bot VALUES
	(1, 'people_bot', 7, NULL, NULL);
INSERT INTO public.alert_channel VALUES
	('01a1e498-fbea-7621-82bc-d64f312898f0', 6, 'v1.EbBv9n4HgqAyB9wW84jz4_hbXhNKz2tvuQ3JasRubktBHlpecGP15eJcvON1LnPrMR8rdco1UsA0b0pQAqF8Y72ROyaOEFiym4IzkouWFI1CdjZeuhmHRNfeo4JkzxL4REaVY3NkQsAqmzG0w9t7pj69qKQsjAuAjKWWubwpn3l8qqPy', '127.0.0.1:32889', true, '2026-11-19 20:22:11.975+00', NULL, 0);
INSERT INTO public.alert_delivery OVERRIDING SYSTEM VALUE VALUES
	(10, 10, '01a1f579-4c10-715a-abef-f89097b4565c', 5, 'pending', NULL, NULL, 7, '2026-11-19 20:23:36.092+00', '2026-11-19 20:25:49.952+00', '2026-11-19 20:25:36.092+00', NULL, NULL, NULL),
	(1, 1, '01a1e498-fbea-7621-82bc-d64f312898f0', 5, 'failed', 'nobodyThere', NULL, 4, '2026-11-16 13:44:36.153+00', '2026-11-19 20:22:11.686+00', '2026-11-16 13:46:36.153+00', NULL, NULL, NULL),
	(2, 2, '01a1e498-fbea-7621-82bc-d64f312898f0', 5, 'failed', 'nobodyThere', NULL, 4, '2026-11-16 13:45:05.358+00', '2026-11-19 20:22:11.686+00', '2026-11-16 13:47:05.358+00', NULL, NULL, NULL),
	(3, 3, '01a1e498-fbea-7621-82bc-d64f312898f0', 5, 'failed', 'nobodyThere', NULL, 4, '2026-11-16 13:45:05.887+00', '2026-11-19 20:22:11.686+00', '2026-11-16 13:47:05.887+00', NULL, NULL, NULL),
	(7, 7, '01a1f579-4c10-715a-abef-f89097b4565c', 5, 'failed', 'nobodyThere', NULL, 8, '2026-11-19 20:22:10.331+00', '2026-11-19 20:24:25.965+00', '2026-11-19 20:24:10.331+00', NULL, NULL, NULL),
	(8, 8, '01a1f579-4c10-715a-abef-f89097b4565c', 5, 'failed', 'nobodyThere', NULL, 8, '2026-11-19 20:22:10.561+00', '2026-11-19 20:24:25.965+00', '2026-11-19 20:24:10.561+00', NULL, NULL, NULL),
	(9, 9, '01a1f579-4c10-715a-abef-f89097b4565c', 5, 'failed', 'nobodyThere', NULL, 8, '2026-11-19 20:22:12.205+00', '2026-11-19 20:24:27.965+00', '2026-11-19 20:24:12.205+00', NULL, NULL, NULL);
INSERT INTO public.alert_judge OVERRIDING SYSTEM VALUE VALUES
	(1, 0, false, '2026-11-19 20:33:21.292+00');
INSERT INTO public.alert_lease VALUES
	(0, NULL),
	(1, NULL),
	(2, NULL),
	(3, NULL),
	(4, NULL),
	(5, NULL),
	(6, NULL),
	(7, NULL),
	(8, NULL),
	(9, NULL),
	(10, NULL),
	(11, NULL),
	(12, NULL),
	(13, NULL),
	(14, NULL),
	(15, NULL),
	(16, NULL),
	(17, NULL),
	(18, NULL),
	(19, NULL),
	(20, NULL),
	(21, NULL),
	(22, NULL),
	(23, NULL),
	(24, NULL),
	(25, NULL),
	(26, NULL),
	(27, NULL),
	(28, NULL),
	(29, NULL),
	(30, NULL),
	(31, NULL);
INSERT INTO public.alert_link VALUES
	('01a1e499-0154-7322-ae7f-e6540a99e2f5', 'hash-of-a-link', '2026-11-19 21:33:21.292+00');
INSERT INTO public.alert_log OVERRIDING SYSTEM VALUE VALUES
	(1, '1:1:1', 1, '01a1e498-fbea-7621-82bc-d64f312898f0', 1, 'BTCUSDT', 1, 0, 3, 79022.5, NULL, NULL, 79024.35, 79020.96, NULL, '2026-11-16 13:44:36.143+00', '2026-11-16 13:44:36.151+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-16 13:44:36.153+00', NULL, false),
	(2, '2:1:1', 2, '01a1e498-fbea-7621-82bc-d64f312898f0', 1, 'BTCUSDT', 1, 0, 3, 79038.3, NULL, NULL, 79044.63, 79032.68, NULL, '2026-11-16 13:45:05.352+00', '2026-11-16 13:45:05.356+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-16 13:45:05.358+00', NULL, false),
	(3, '3:1:1', 3, '01a1e498-fbea-7621-82bc-d64f312898f0', 1, 'BTCUSDT', 1, 0, 3, 79054.1, NULL, NULL, 79064.09, 79044.63, NULL, '2026-11-16 13:45:05.878+00', '2026-11-16 13:45:05.883+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-16 13:45:05.887+00', NULL, false),
	(7, '13:1:1', 13, '01a1f579-4c10-715a-abef-f89097b4565c', 2, 'BTCUSDT_UMCBL', 8, 0, 1, NULL, 77438.17, 77422.69, 77441.36, 77430.43, NULL, '2026-11-19 20:22:10.322+00', '2026-11-19 20:22:10.322+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-19 20:22:10.331+00', NULL, false),
	(8, '11:1:1', 11, '01a1f579-4c10-715a-abef-f89097b4565c', 1, 'BTCUSDT', 8, 0, 1, NULL, 77482.47, 77466.97, 77493.28, 77476.61, NULL, '2026-11-19 20:22:10.548+00', '2026-11-19 20:22:10.558+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-19 20:22:10.561+00', NULL, false),
	(9, '12:1:1', 12, '01a1f579-4c10-715a-abef-f89097b4565c', 1, 'ETHUSDT', 8, 0, 1, NULL, 3078.13, 3077.51, 3080.02, 3078.02, NULL, '2026-11-19 20:22:12.189+00', '2026-11-19 20:22:12.198+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-19 20:22:12.205+00', NULL, false),
	(10, '13:1:2', 13, '01a1f579-4c10-715a-abef-f89097b4565c', 2, 'BTCUSDT_UMCBL', 8, 0, 1, NULL, 77438.17, 77422.69, 77414.51, 77443.41, NULL, '2026-11-19 20:23:36.084+00', '2026-11-19 20:23:36.084+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-19 20:23:36.092+00', NULL, false);
INSERT INTO public.alert_part OVERRIDING SYSTEM VALUE VALUES
	(1, '{1,2}', '2026-11-19 20:33:21.292+00', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '', '{}', '{}', '{}', '{}', '[]', '{}');
INSERT INTO public.alert_series VALUES
	('last:BTCUSDT_UMCBL@0.01', 22, '{"at": 1795119934598, "low": 7744089, "seq": 1795119726525336, "from": 1795119934598, "high": 7746677, "value": 7746634, "window": null}'),
	('last:ETHUSDT_UMCBL@0.01', 26, '{"at": 1795119934708, "low": 307728, "seq": 1795119726525336, "from": 1795119934708, "high": 308085, "value": 307960, "window": null}'),
	('last:DOGEUSDT@0.00001', 24, '{"at": 1795119933575, "low": 10452, "seq": 1795119726525232, "from": 1795119933575, "high": 10463, "value": 10463, "window": null}'),
	('last:BTCUSDT@0.01', 12, '{"at": 1795119933493, "low": 7748514, "seq": 1795119726525237, "from": 1795119933493, "high": 7750941, "value": 7750941, "window": null}'),
	('last:ETHUSDT@0.01', 16, '{"at": 1795119933504, "low": 307847, "seq": 1795119726525255, "from": 1795119933504, "high": 308179, "value": 308075, "window": null}'),
	('last:SOLUSDT@0.01', 29, '{"at": 1795119933545, "low": 11023, "seq": 1795119726525280, "from": 1795119933545, "high": 11028, "value": 11024, "window": null}'),
	('last:XRPUSDT@0.0001', 17, '{"at": 1795119933525, "low": 22718, "seq": 1795119726525288, "from": 1795119933525, "high": 22800, "value": 22718, "window": null}'),
	('change24h:ETHUSDT@0.01', 16, '{"at": 1795119933504, "low": -7149.5, "seq": 1795119726525306, "from": 1795119933504, "high": -7049.5, "value": -7080.5, "window": null}');
INSERT INTO public.alert_state VALUES
	(7, 1, 0, 1794836630359, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630359, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(8, 1, 0, 1794836630611, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630611, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(1, 1, 1, 1794836676143, 1, '2026-11-16 13:44:36.143+00', '{"inDay": 1, "phase": "off", "place": 0, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1794836676143, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1794836676143, "restFrom": null, "firedZone": 480, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(2, 1, 1, 1794836705352, 1, '2026-11-16 13:45:05.352+00', '{"inDay": 1, "phase": "off", "place": 0, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1794836705352, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1794836705352, "restFrom": null, "firedZone": 480, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(3, 1, 1, 1794836705878, 1, '2026-11-16 13:45:05.878+00', '{"inDay": 1, "phase": "off", "place": 0, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1794836705878, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1794836705878, "restFrom": null, "firedZone": 480, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(9, 1, 0, 1794836630832, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630832, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(10, 1, 0, 1794836631119, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836631119, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(14, 1, 0, 1795119730174, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1795119730174, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', NULL),
	(15, 1, 0, 1795119730221, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1795119730221, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', NULL),
	(13, 1, 2, 1795119823018, 2, '2026-11-19 20:23:36.084+00', '{"inDay": 2, "phase": "latched", "place": 1, "anchor": null, "inHour": 2, "fireSeq": 2, "firedAt": 1795119816084, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1795119823018, "restFrom": null, "firedZone": -1, "suppressedCount": 0, "suppressedSince": null}', NULL),
	(11, 1, 1, 1795119823376, 1, '2026-11-19 20:22:10.548+00', '{"inDay": 1, "phase": "latched", "place": 1, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1795119730548, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1795119823376, "restFrom": null, "firedZone": -1, "suppressedCount": 0, "suppressedSince": null}', NULL),
	(12, 1, 1, 1795119732189, 1, '2026-11-19 20:22:12.189+00', '{"inDay": 1, "phase": "latched", "place": 1, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1795119732189, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1795119732189, "restFrom": null, "firedZone": -1, "suppressedCount": 0, "suppressedSince": null}', NULL),
	(16, 1, 0, 1795119730280, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": 22849, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1795119730280, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', NULL),
	(19, 1, 0, 1795119730383, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1795119730383, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', NULL),
	(17, 1, 0, 1795119730314, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1795119730314, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', NULL),
	(18, 1, 0, 1795119730360, 0, NULL, '{"inDay": 0, "phase": "armed", "place": -1, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1795119730360, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', NULL),
	(4, 1, 0, 1794836629882, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836629882, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(5, 1, 0, 1794836630136, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630136, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(6, 1, 0, 1794836630215, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630215, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_user VALUES
	('01a1e498-fbea-7621-82bc-d64f312898f0'),
	('01a1e499-0154-7322-ae7f-e6540a99e2f5'),
	('01a1f579-4c10-715a-abef-f89097b4565c');
INSERT INTO public.article VALUES
	('n-crossedUp-SOL-tod6s0', 'note', '2026-11-12 01:00:00+00', '{markets}', '{SOL}', '{"SOL": 126.31}', '', '', '', '', NULL, NULL, NULL, '{"coin": "SOL", "kind": "crossedUp", "values": {"to": 1794445200000, "from": 1794441600000, "level": 125, "price": 126.31, "change24h": 0.1206636500754148}, "symbolId": "SOLUSDT"}', 0.8999999999999999),
	('n-crossedDown-XRP-tod9k0', 'note', '2026-11-12 02:00:00+00', '{markets}', '{XRP}', '{"XRP": 2.3433}', '', '', '', '', NULL, NULL, NULL, '{"coin": "XRP", "kind": "crossedDown", "values": {"to": 1794448800000, "from": 1794445200000, "level": 2.4000000000000004, "price": 2.3433, "change24h": 0.019490972373287008}, "symbolId": "XRPUSDT"}', 0.8999999999999999),
	('n-crossedUp-BNB-todt00', 'note', '2026-11-12 09:00:00+00', '{markets}', '{BNB}', '{"BNB": 966.76}', '', '', '', '', NULL, NULL, NULL, '{"coin": "BNB", "kind": "crossedUp", "values": {"to": 1794474000000, "from": 1794470400000, "level": 950, "price": 966.76, "change24h": 0.10099307580174921}, "symbolId": "BNBUSDT"}', 0.8999999999999999),
	('n-crossedDown-ETH-todyk0', 'note', '2026-11-12 11:00:00+00', '{markets,ethereum}', '{ETH}', '{"ETH": 3151.59}', '', '', '', '', NULL, NULL, NULL, '{"coin": "ETH", "kind": "crossedDown", "values": {"to": 1794481200000, "from": 1794477600000, "level": 3200, "price": 3151.59, "change24h": -0.030032285168212214}, "symbolId": "ETHUSDT"}', 3.36),
	('n-hourFall-BNB-todyk0', 'note', '2026-11-12 11:00:00+00', '{markets}', '{BNB}', '{"BNB": 913.35}', '', '', '', '', NULL, NULL, NULL, '{"coin": "BNB", "kind": "hourFall", "values": {"to": 1794481200000, "from": 1794477600000, "open": 955.84, "price": 913.35, "times": 4.3685599270421065, "change": -0.04445304653498494, "turnover": 7179420.92, "change24h": 0.04119880074326554}, "symbolId": "BNBUSDT"}', 3.069104986320395),
	('n-crossedDown-SOL-toe9o0', 'note', '2026-11-12 15:00:00+00', '{markets}', '{SOL}', '{"SOL": 119.64}', '', '', '', '', NULL, NULL, NULL, '{"coin": "SOL", "kind": "crossedDown", "values": {"to": 1794495600000, "from": 1794492000000, "level": 120, "price": 119.64, "change24h": 0.033606911447084276}, "symbolId": "SOLUSDT"}', 0.8999999999999999);
INSERT INTO public.attempt VALUES
	('2lPPPt1ilg1e-l2cj2ck_lJoRdEfJmTKY4MQsiTs6Ng', 0, '2026-11-19 20:22:09.796+00', '2026-11-19 20:22:09.796+00'),
	('ux1hHA90vQDcWs_kgTtptO3BUZVlTayQJ2k1xirmBOM', 1, '2026-11-19 20:22:11.082+00', '2026-11-19 20:22:11.082+00'),
	('H4RjhQlOsYGvx3i6EymHapjABCYnVsQY1wuB-XdpMz4', 1, '2026-11-19 20:22:11.147+00', '2026-11-19 20:22:11.147+00'),
	('6Cs6WnpOeV_PwzooC3vZ3zmQ2EtiAXk6X3sCWPJdUYM', 1, '2026-11-19 20:22:11.598+00', '2026-11-19 20:22:11.598+00'),
	('0qcdZTWGmRHSvFwiBU9FxUSDVVjWrdJzB1UJ_jAki40', 1, '2026-11-19 20:22:11.617+00', '2026-11-19 20:22:11.617+00'),
	('xOmSQzzsyc_Dedf5u1WO9J8Mido_Il3J7e4pJjHSzQE', 3, '2026-11-19 20:22:11.841+00', '2026-11-19 20:22:11.841+00'),
	('RhT2NQlyTZECb-h4syUxSRC48M--7IYIOF101ZVnCVo', 1, '2026-11-19 20:22:11.849+00', '2026-11-19 20:22:11.849+00'),
	('dEFO2fl_oESX7eUhPCaSmXsdSFC_4MlPH0O1tyX7GNw', 0, '2026-11-19 20:22:13.114+00', '2026-11-19 20:22:13.114+00'),
	('wvNDEjbUYRybmFUVuFEtjCihjIKab4IU5t9-pz0wLiY', 0, '2026-11-19 20:22:13.128+00', '2026-11-19 20:22:13.128+00');
INSERT INTO public.candle VALUES
	('ccxt:bitget', 'BTCUSDT', '1m', 1795100400000, 79000, 79100, 78900, 79050, 10, 790000),
	('ccxt:bitget', 'BTCUSDT', '1m', 1795100460000, 79000, 79100, 78900, 79051, 10, 790000),
	('ccxt:bitget', 'BTCUSDT', '1m', 1795100520000, 79000, 79100, 78900, 79052, 10, 790000),
	('ccxt:bitget', 'BTCUSDT', '1m', 1795100580000, 79000, 79100, 78900, 79053, 10, 790000),
	('ccxt:bitget', 'BTCUSDT', '1m', 1795100640000, 79000, 79100, 78900, 79054, 10, 790000);
INSERT INTO public.content_mark VALUES
	('notes', 1795114800000);
INSERT INTO public.ended_session VALUES
	('510318f6-81ce-416d-8efa-1bc14b4a85bf', 'loggedOut', '2026-11-19 20:33:21.292+00');
INSERT INTO public.error_report VALUES
	('01a1f579-5734-72bf-9915-cf6994adc45b', '2026-11-19 20:22:12.523+00', 'error', 'sample of the call tests', NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO public.favorite_list VALUES
	('01a1e498-fbea-7621-82bc-d64f312898f0', 5, '{BTCUSDT,ETHUSDT,SOLUSDT}', '2026-11-16 13:43:16.187+00', NULL),
	('01a1e499-0154-7322-ae7f-e6540a99e2f5', 1, '{XRPUSDT}', '2026-11-16 13:43:16.274+00', NULL),
	('01a1f579-4c10-715a-abef-f89097b4565c', 7, '{BTCUSDT,ETHUSDT,SOLUSDT,XRPUSDT,ADAUSDT,AVAXUSDT,BTCUSDT_UMCBL,ETHUSDT_UMCBL,DOGEUSDT,LINKUSDT}', '2026-11-19 20:22:09.966+00', NULL);
INSERT INTO public.favorite_category VALUES
	('01a1e499-0537-757e-bfc5-d54f2d8becd2', '01a1e498-fbea-7621-82bc-d64f312898f0', 'Majors', 'majors', 0, '{BTCUSDT}', '2026-11-16 13:43:16.023+00', NULL),
	('01a1f579-4c22-77bb-9b49-cec24c37544d', '01a1f579-4c10-715a-abef-f89097b4565c', 'Majors', 'majors', 0, '{BTCUSDT,ETHUSDT,SOLUSDT,XRPUSDT}', '2026-11-19 20:22:09.699+00', NULL),
	('01a1f579-4caa-730c-9b01-94ed95e6f43b', '01a1f579-4c10-715a-abef-f89097b4565c', 'Proof of stake', 'proof of stake', 1, '{ETHUSDT,ADAUSDT,AVAXUSDT}', '2026-11-19 20:22:09.834+00', NULL),
	('01a1f579-4cf1-76e2-8eac-73a7abf494d1', '01a1f579-4c10-715a-abef-f89097b4565c', 'Futures', 'futures', 2, '{BTCUSDT_UMCBL,ETHUSDT_UMCBL}', '2026-11-19 20:22:09.905+00', NULL);
INSERT INTO public.fear_greed_day VALUES
	(1794441600000, 81729, '{"breadth": 0.4453781512605043, "drawdown": 0.3595366728318449, "momentum": -0.16716485711752163, "fundingRate": 0.0000977783336712976, "longAccounts": 0.5658975529705318, "takerBuyShare": 0.4950577907276264, "dominanceShift": -0.021963264488673584, "volatilityRatio": 0.9691271975620955}', '{"breadth": 34.38356164383562, "momentum": 7.260273972602739, "dominance": 86.71232876712328, "volatility": 19.041095890410958, "derivatives": 41.68949771689498}', 26.149162861491625, true),
	(1794528000000, 86234.75, '{"breadth": 0.5882352941176471, "drawdown": 0.32422769270988183, "momentum": -0.11712097408138064, "fundingRate": 0.00009931439221473257, "longAccounts": 0.5640148822733848, "takerBuyShare": 0.5065030177191618, "dominanceShift": -0.03043650163429268, "volatilityRatio": 1.011696329234143}', '{"breadth": 74.65753424657534, "momentum": 9.178082191780822, "dominance": 95.47945205479452, "volatility": 19.45205479452055, "derivatives": 53.56164383561643}', 34.5814307458143, true),
	(1794614400000, 85569.32, '{"breadth": 0.5714285714285714, "drawdown": 0.32944228620542804, "momentum": -0.12196385707616289, "fundingRate": 0.0001, "longAccounts": 0.537340580777128, "takerBuyShare": 0.4938197576086906, "dominanceShift": -0.022417512319690358, "volatilityRatio": 1.0207601615126767}', '{"breadth": 69.72602739726027, "momentum": 8.904109589041095, "dominance": 87.26027397260273, "volatility": 18.76712328767124, "derivatives": 42.237442922374434}', 31.019786910197865, true),
	(1794700800000, 83445.99, '{"breadth": 0.546218487394958, "drawdown": 0.34608160635465246, "momentum": -0.1361744467828887, "fundingRate": 0.00010000000000000002, "longAccounts": 0.5459436724504344, "takerBuyShare": 0.48410353266165285, "dominanceShift": -0.0006368680104021918, "volatilityRatio": 0.9836640908572831}', '{"breadth": 64.93150684931507, "momentum": 7.534246575342466, "dominance": 42.054794520547944, "volatility": 19.041095890410958, "derivatives": 47.168949771689505}', 25.631659056316593, true),
	(1794787200000, 83419.46, '{"breadth": 0.546218487394958, "drawdown": 0.34628950675805603, "momentum": -0.11375730413708984, "fundingRate": 0.0001, "longAccounts": 0.5736043760388497, "takerBuyShare": 0.4962589244751441, "dominanceShift": -0.014964599169343562, "volatilityRatio": 0.8264943855547466}', '{"breadth": 64.79452054794521, "momentum": 10, "dominance": 74.38356164383562, "volatility": 24.52054794520548, "derivatives": 58.35616438356164}', 32.914764079147645, true),
	(1794873600000, 85904.17, '{"breadth": 0.546218487394958, "drawdown": 0.3268182586864048, "momentum": -0.08415030393084776, "fundingRate": 0.0001, "longAccounts": 0.5657710130489859, "takerBuyShare": 0.5005143705728555, "dominanceShift": -0.0031146090014404493, "volatilityRatio": 0.7833173488820103}', '{"breadth": 64.65753424657534, "momentum": 13.287671232876713, "dominance": 45.06849315068493, "volatility": 26.712328767123296, "derivatives": 58.76712328767123}', 31.59817351598173, true),
	(1794960000000, 76406.04, '{"breadth": 0.40336134453781514, "drawdown": 0.40124965931134426, "momentum": -0.18274002945069118, "fundingRate": 0.00009875560574719933, "longAccounts": 0.5561925821998416, "takerBuyShare": 0.490341131245706, "dominanceShift": 0.002885742070770192, "volatilityRatio": 1.2446423190569598}', '{"breadth": 20.410958904109588, "momentum": 4.794520547945205, "dominance": 36.3013698630137, "volatility": 10.273972602739718, "derivatives": 35.93607305936073}', 15.829528158295279, true),
	(1795046400000, 77508.68, '{"breadth": 0.44537815126050423, "drawdown": 0.3926089016479849, "momentum": -0.17398637939091763, "fundingRate": 0.00009783308001845974, "longAccounts": 0.5912211347198382, "takerBuyShare": 0.4999295078904862, "dominanceShift": -0.004077023711234307, "favoritesTotal": 14, "volatilityRatio": 1.2642278813996657}', '{"breadth": 31.91780821917808, "momentum": 5.342465753424658, "dominance": 47.26027397260274, "volatility": 9.726027397260282, "derivatives": 55.38812785388128}', 21.78082191780822, false);
INSERT INTO public.feed_lease VALUES
	(1, 1, 1795119726504093, 9768, '2026-11-19 20:22:06.225587+00', '2026-11-19 20:22:06.504125+00');
INSERT INTO public.kept_candle_1m_2026_11 VALUES
	('ccxt:bitget', 'ETHUSDT', '1m', 1795100400000, 3000, 3010, 2990, 3005, 10, 30000),
	('ccxt:bitget', 'ETHUSDT', '1m', 1795100460000, 3000, 3010, 2990, 3006, 10, 30000),
	('ccxt:bitget', 'ETHUSDT', '1m', 1795100520000, 3000, 3010, 2990, 3007, 10, 30000),
	('ccxt:bitget', 'ETHUSDT', '1m', 1795100580000, 3000, 3010, 2990, 3008, 10, 30000),
	('ccxt:bitget', 'ETHUSDT', '1m', 1795100640000, 3000, 3010, 2990, 3009, 10, 30000);
INSERT INTO public.kept_candle_for_ever VALUES
	('ccxt:bitget', 'ETHUSDT', '1d', 1794960000000, 3000, 3010, 2990, 3005, 10, 30000),
	('ccxt:bitget', 'ETHUSDT', '1d', 1795046400000, 3000, 3010, 2990, 3006, 10, 30000);
INSERT INTO public.kept_point_5m_2026_11 VALUES
	('ccxt:bitget', 'ETHUSDT_UMCBL', 'openInterest', '5m', 1795100400000, '{400.5}', false),
	('ccxt:bitget', 'ETHUSDT_UMCBL', 'openInterest', '5m', 1795100700000, '{401.5}', false),
	('ccxt:bitget', 'ETHUSDT_UMCBL', 'openInterest', '5m', 1795101000000, '{402.5}', false),
	('ccxt:bitget', 'ETHUSDT_UMCBL', 'openInterest', '5m', 1795101300000, '{403.5}', false),
	('ccxt:bitget', 'ETHUSDT_UMCBL', 'openInterest', '5m', 1795101600000, '{404.5}', false);
INSERT INTO public.kept_point_for_ever VALUES
	('ccxt:bitget', 'ETHUSDT_UMCBL', 'openInterest', '1d', 1794960000000, '{400.5}', false),
	('ccxt:bitget', 'ETHUSDT_UMCBL', 'openInterest', '1d', 1795046400000, '{401.5}', false);
INSERT INTO public.list_view VALUES
	('01a1f579-55e7-74f4-987a-b27df3576a37', '01a1e498-fbea-7621-82bc-d64f312898f0', 'My majors', '/markets/spot/layer-1/USDT?sort=cap&dir=desc&cols=price,cap', '2026-11-19 20:22:12.182+00');
INSERT INTO public.location_banner VALUES
	('01a1f579-5cc2-7152-ab3c-f81501cc4f86', 'overview', NULL, 'Maintenance on Sunday', 'From 2:00 to 3:00', '/markets/spot', NULL, '2026-11-19 20:22:12.911+00', '2027-03-04 00:22:13.911+00', 1, '2026-11-19 20:22:14.068+00');
INSERT INTO public.market_maker_application VALUES
	('01a1f579-4f0e-7162-b860-b5d19be5264f', 'MM-ZCK5-HN48', 'demo', 'XjIUPsPioe5WThqJK_LqkWA8giirVq5nAPnQtcRQJjY', 'XjIUPsPioe5WThqJK_LqkWA8giirVq5nAPnQtcRQJjY', '01a1f579-4c10-715a-abef-f89097b4565c', 'en', 'Demo Trading Ltd', 'Head of trading', 'We have quoted both sides of forty pairs on three exchanges since 2019.', 'Delta neutral quotes around the index price, hedged on perpetual contracts.', '10001', '2026-11-19 20:22:10.438+00', NULL);
INSERT INTO public.market_maker_image VALUES
	('reOA_RW4L0tSwpd5nlLUfougnCYI48mZ', 'Rn-KOfd0xoUo7eL1Gcr_BoffTqkvpsMqWreKgCEolGc', 'XjIUPsPioe5WThqJK_LqkWA8giirVq5nAPnQtcRQJjY', NULL, NULL, NULL, 'image/png', 64, 48, '\x89504e470d0a1a0a0000000d49484452000000400000003008020000002e29eb480000006449444154789cedcf5109002014c0c097c72af6c73a86f0e310060b709bb5cfd70d1734a0050d6841035ad0801634a0050d6841035ad0801634a0050d6841035ad0801634a0050d6841035ad0801634a0050d6841035ad0801634a0050d6841035af0d805087290e28fc4f5260000000049454e44ae426082', '2026-11-19 20:22:12.824+00');
INSERT INTO public.market_maker_letter VALUES
	('01a1f579-4f0e-7162-b860-b5d19be5264f', 'operator', 1, '2026-11-19 20:23:00.449+00', '2026-11-19 20:22:11.084+00', 'sent'),
	('01a1f579-4f0e-7162-b860-b5d19be5264f', 'receipt', 1, '2026-11-19 20:23:00.449+00', '2026-11-19 20:22:11.106+00', 'sent');
INSERT INTO public.market_maker_refusal VALUES
	('f47f5984-fd1c-404c-94e0-abe7e07f12f1', '203.0.113', '2026-11-19 20:33:21.292+00');
INSERT INTO public.morning_paper VALUES
	(1794441600000, '{"mood": {"value": 26.1, "before": 24}, "events": [], "majors": [{"coin": "BTC", "close": 81729, "change": -0.007485060481853489}, {"coin": "ETH", "close": 3307.56, "change": -0.004568518752595674}], "movers": {"up": {"coin": "ZEC", "change": 0.0996190476190475}, "down": {"coin": "LINK", "change": -0.04434574168076699}}, "breadth": {"coins": 17, "median": 0.01796534495588409, "rising": 12, "falling": 5}, "sectors": {"best": "layer-1", "worst": "pow", "bestChange": 0.01796534495588409, "worstChange": 0.0038672252658717987}, "contracts": {"count": 10, "value": 17104494487.596203, "change": -0.10671660860907894, "funding": 0.00009680686658002252}, "headlines": {"coins": [], "count": 0}}'),
	(1794528000000, '{"mood": {"value": 34.6, "before": 26.1}, "events": [], "majors": [{"coin": "BTC", "close": 86234.75, "change": 0.055130369880947994}, {"coin": "ETH", "close": 3591.19, "change": 0.08575203473255222}], "movers": {"up": {"coin": "HYPE", "change": 0.18215533071688328}, "down": {"coin": "HBAR", "change": 0.03934566034810261}}, "breadth": {"coins": 17, "median": 0.0851086048454468, "rising": 17, "falling": 0}, "sectors": {"best": "pow", "worst": "layer-1", "bestChange": 0.09729199145447187, "worstChange": 0.0778840523130977}, "contracts": {"count": 10, "value": 17537358739.81193, "change": 0.02530704736872713, "funding": 0.00009915396442654706}, "headlines": {"coins": [], "count": 0}}');
INSERT INTO public.mover_event VALUES
	('ETHUSDT_UMCBL.pullback.1.1795119730698', '2026-11-19 20:22:10.698+00', 'pullback', 1, 'ETHUSDT_UMCBL', 2, 3076.92, -0.07063030844881546, NULL, NULL, NULL, 0),
	('XRPUSDT_UMCBL.pullback.1.1795119731257', '2026-11-19 20:22:11.257+00', 'pullback', 1, 'XRPUSDT_UMCBL', 2, 2.2888, -0.05170699370235332, NULL, NULL, NULL, 0),
	('DOGEUSDT_UMCBL.pullback.1.1795119731653', '2026-11-19 20:22:11.653+00', 'pullback', 1, 'DOGEUSDT_UMCBL', 2, 0.10448, -0.0894989106753813, NULL, NULL, NULL, 0),
	('TRXUSDT_UMCBL.pullback.1.1795119731642', '2026-11-19 20:22:11.642+00', 'pullback', 1, 'TRXUSDT_UMCBL', 2, 0.39538, -0.05745208353199205, NULL, NULL, NULL, 0),
	('SOLUSDT_UMCBL.pullback.1.1795119731631', '2026-11-19 20:22:11.631+00', 'pullback', 1, 'SOLUSDT_UMCBL', 2, 109.89, -0.06157130657557641, NULL, NULL, NULL, 0),
	('ADAUSDT_UMCBL.pullback.1.1795119731664', '2026-11-19 20:22:11.664+00', 'pullback', 1, 'ADAUSDT_UMCBL', 2, 0.4959, -0.07242527402641119, NULL, NULL, NULL, 0);
INSERT INTO public.network_point VALUES
	('longShortRatio', '1h', 1795100400000, '{1.5,0.6,0.4}'),
	('longShortRatio', '1h', 1795104000000, '{1.5,0.6,0.4}'),
	('longShortRatio', '1h', 1795107600000, '{1.5,0.6,0.4}');
INSERT INTO public.operator VALUES
	('01a1f579-2cca-702c-9752-be79f9a543a5', 'olga', 'owner', '$argon2id$v=19$m=19456,t=2,p=1$K0w9baui1sqCBv7RWj7PdA$ekP8iLhehzINVQLnjxpD6W24J7VsPSjZrJh3LHZCLlU', 'v1.TtHROcY4UlMZ_IvqnBEBOKxiTqKnAuLJqyapAUzqr4UrBm7jauYYLgMJxjTmk3QRZ4VSPhNnBdwXpXAA', 59837324, false, '2026-11-19 20:22:01.709+00', NULL),
	('01a1f579-5b8c-760a-8abe-81926785ccfe', 'ed', 'editor', '$argon2id$v=19$m=19456,t=2,p=1$n6GKEuoDXKbgl4o1SGkXqw$GPeRqRs+VOH6nPiNz8O5aH4LdT9aW7j7uBaLJupwSvc', 'v1.0dUEMz3KkKqoAtqgEOUrTnKZFYaq2w42v01IJHrTGJj1ad57DHEfIOzyR29NtV71kPIoHUs4zExILfPb', 0, false, '2026-11-19 20:22:13.838+00', NULL);
INSERT INTO public.operator_log VALUES
	('01a1f579-5ad0-70fc-b8d5-24e02d713f49', '2026-11-19 20:22:13.456+00', 'olga', 'signIn', 'olga', NULL, NULL, NULL),
	('01a1f579-5c61-7465-b93c-d1ada132b29b', '2026-11-19 20:22:13.857+00', 'olga', 'addPerson', 'ed', NULL, '{"role": "editor"}', NULL),
	('01a1f579-5d1f-74bb-990d-75ba820b2a9c', '2026-11-19 20:22:14.047+00', 'olga', 'banner', '01a1f579-5cc2-7152-ab3c-f81501cc4f86', NULL, '{"id": "01a1f579-5cc2-7152-ab3c-f81501cc4f86", "href": "/markets/spot", "sort": 1, "text": "From 2:00 to 3:00", "image": null, "place": "overview", "title": "Maintenance on Sunday", "endsAt": 1804119733911, "locale": null, "startsAt": 1795119732911}', NULL);
INSERT INTO public.operator_session VALUES
	('PhfPFFzRkkMQf8faKR62BtZ_iTx-a1dkLRnHoGHKbn8', '01a1f579-2cca-702c-9752-be79f9a543a5', '2026-11-19 20:22:13.448+00', '2026-11-19 20:22:13.448+00');
INSERT INTO public.pending_registration VALUES
	('01a1f579-52e6-73c1-af13-c30379bac0ec', 'carl@people.example', 'carl@people.example', '$argon2id$v=19$m=19456,t=2,p=1$opKbAZ1PhcgUQbRwvfBF/Q$YUIOLU2LW3nh+tnynm0yMf4R0u0fDrVBXxkjHaxaJ2Y', 'en', '-GwkPTbbrl7FEdr9pwEaEyJNTskBIx1ZQ_8zKSt6wsw', 'oMSaUKuVEwl0ZLfsGMza3-4J1bYIKI9GeEerMOvHM00', 0, '2026-11-20 20:22:11.43+00');
INSERT INTO public.push_sent VALUES
	(10, 'http://127.0.0.1:38975/push/dI9hlUfzG8LtsRoX');
INSERT INTO public.push_subscription VALUES
	('http://127.0.0.1:38975/push/dI9hlUfzG8LtsRoX', '01a1e498-fbea-7621-82bc-d64f312898f0', 'BFDCg-pnYQxnbFJYlUc0vHxXwW6QETl2vTAzCZOWQ7ILGFVUR15xDld0f39U1XpZhueeQ75x2P_0P1EdkY0eVis', 'AImYbfIT8Ls7--aD0ms9uQ', '2026-11-19 20:22:11.9+00', '01a1f579-4cd1-7305-8fb0-42c8396fabbe');
INSERT INTO public.rank_mark VALUES
	('1 hot 1h', '2026-11-19 20:20:00+00', '{ETHUSDT,DOGEUSDT,BTCUSDT,XRPUSDT,ADAUSDT,LINKUSDT,HYPEUSDT,BNBUSDT,AVAXUSDT,SOLUSDT,TRXUSDT,ZECUSDT,HBARUSDT,LEOUSDT,XLMUSDT,BCHUSDT,LTCUSDT}'),
	('1 hot 24h', '2026-11-19 20:20:00+00', '{ETHUSDT,DOGEUSDT,BTCUSDT,XRPUSDT,ADAUSDT,LINKUSDT,HYPEUSDT,BNBUSDT,AVAXUSDT,SOLUSDT,TRXUSDT,ZECUSDT,HBARUSDT,LEOUSDT,XLMUSDT,BCHUSDT,LTCUSDT}'),
	('1 hot 7d', '2026-11-19 20:20:00+00', '{ETHUSDT,DOGEUSDT,BTCUSDT,XRPUSDT,ADAUSDT,LINKUSDT,HYPEUSDT,BNBUSDT,AVAXUSDT,SOLUSDT,TRXUSDT,ZECUSDT,HBARUSDT,LEOUSDT,XLMUSDT,BCHUSDT,LTCUSDT}'),
	('1 gainers 1h', '2026-11-19 20:20:00+00', '{}'),
	('1 gainers 24h', '2026-11-19 20:20:00+00', '{BCHUSDT}'),
	('1 gainers 7d', '2026-11-19 20:20:00+00', '{}');
INSERT INTO public.refresh_token VALUES
	('wBHXGfNnSS1a7KFLjIr_h3x4ctlirGnW5vkWOTOJiLw', '01a1e499-0007-7590-8b6f-813ffe2684ec', '2026-12-16 13:43:14.695+00', NULL),
	('PsfB8mjsILmoNOGf5hTeyglUOjrGypy9s6Z1c9ESEVA', '01a1e499-02f3-70c5-a857-34e6d63c1c29', '2026-12-16 13:43:15.443+00', NULL),
	('KS5JVlcVuADvto1cWXtEQXjY6WYn3L298a-LiGwOip4', '01a1e499-71ac-72f4-a5a1-c34bb1c4be64', '2026-12-16 13:43:43.788+00', NULL),
	('drEPexlK-qli1363aNr8HfTJMDj5pen1BGwucLOcCJg', '01a1e499-7a4a-77bb-8692-088712a979be', '2026-12-16 13:43:45.994+00', NULL),
	('DAkmqZfC0KONlzjAM9mX4N9n7OmGo8GbW2JVT0-p79U', '01a1f579-4cd1-7305-8fb0-42c8396fabbe', '2026-12-19 20:22:09.873+00', NULL);
INSERT INTO public.running_sums VALUES
	('ccxt:bitget', 'BTCUSDT', '{}');
INSERT INTO public.series_point VALUES
	('ccxt:bitget', 'BTCUSDT_UMCBL', 'openInterest', '5m', 1795100400000, '{5000.5}', false),
	('ccxt:bitget', 'BTCUSDT_UMCBL', 'openInterest', '5m', 1795100700000, '{5001.5}', false),
	('ccxt:bitget', 'BTCUSDT_UMCBL', 'openInterest', '5m', 1795101000000, '{5002.5}', false),
	('ccxt:bitget', 'BTCUSDT_UMCBL', 'openInterest', '5m', 1795101300000, '{5003.5}', false),
	('ccxt:bitget', 'BTCUSDT_UMCBL', 'openInterest', '5m', 1795101600000, '{5004.5}', false);
INSERT INTO public.site_setting VALUES
	('hiddenCoins', '[{"coin": "DOGE", "locales": [], "countries": ["XX"]}]', '2026-11-19 20:33:21.292+00');
INSERT INTO public.socket_token VALUES
	('hash-of-a-token', '01a1e499-0007-7590-8b6f-813ffe2684ec', '2026-11-19 20:34:21.292+00');
INSERT INTO public.support_conversation VALUES
	('01a1e499-8f86-711c-9bf8-87f9d34d5e6c', '01a1e498-fbea-7621-82bc-d64f312898f0', NULL, NULL, 'en', NULL, false, 2, 1, 2, '2026-11-16 13:43:51.43+00', '2026-11-16 13:43:51.653+00', NULL, 0, NULL, 0),
	('01a1f579-4ee5-7006-b709-8768ea78250e', '01a1f579-4c10-715a-abef-f89097b4565c', NULL, NULL, 'en', NULL, false, 3, 1, 3, '2026-11-19 20:22:10.405+00', '2026-11-19 20:22:10.428+00', NULL, 3, '2026-11-19 20:27:10.418+00', 0);
INSERT INTO public.support_message VALUES
	('01a1e499-8f86-711c-9bf8-87f9d34d5e6c', 1, '01a1e499-8f86-711d-a664-06d9f670e563', 'visitor', 'How do alerts count a day?', 'a', '2026-11-16 13:43:51.43+00'),
	('01a1e499-8f86-711c-9bf8-87f9d34d5e6c', 2, '01a1e499-9065-7772-8819-9b1521864a0d', 'agent', 'By your time zone.', 'b', '2026-11-16 13:43:51.653+00'),
	('01a1f579-4ee5-7006-b709-8768ea78250e', 1, '01a1f579-4ee5-7007-9588-30fa0068a060', 'visitor', 'How many price alerts may I have?', 'demo-1', '2026-11-19 20:22:10.405+00'),
	('01a1f579-4ee5-7006-b709-8768ea78250e', 2, '01a1f579-4ef2-7305-80e6-9c32183deba0', 'agent', 'Fifty that are switched on, twenty of them on each line.', 'demo-0', '2026-11-19 20:22:10.418+00'),
	('01a1f579-4ee5-7006-b709-8768ea78250e', 3, '01a1f579-4efc-708f-b9f8-172801ea3aab', 'agent', 'Is there anything else that we can do for you?', 'demo-1', '2026-11-19 20:22:10.428+00');
SELECT pg_catalog.setval('public.account_number_seq', 100200303, true);
SELECT pg_catalog.setval('public.alert_delivery_id_seq', 10, true);
SELECT pg_catalog.setval('public.alert_id_seq', 19, true);
SELECT pg_catalog.setval('public.alert_judge_id_seq', 1, true);
SELECT pg_catalog.setval('public.alert_log_id_seq', 10, true);
SELECT pg_catalog.setval('public.alert_part_id_seq', 1, false);
